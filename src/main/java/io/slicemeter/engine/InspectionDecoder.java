package io.slicemeter.engine;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import com.github.dockerjava.api.model.ContainerConfig;
import com.github.dockerjava.api.model.ContainerNetwork;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.NetworkSettings;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.Limit;
import io.slicemeter.runner.Limits;
import org.jspecify.annotations.Nullable;

/// Turns the Engine's description of a container into ours.
final class InspectionDecoder {

	/// What the kernel takes where `CpuPeriod` is 0: 100 ms.
	private static final long DEFAULT_PERIOD_USEC = 100_000;

	private static final long NANO_CPUS_PER_MILLICORE = 1_000_000;

	private InspectionDecoder() {
	}

	static Container decode(ContainerId id, InspectContainerResponse response, long hostMemoryBytes) {
		ContainerState state = response.getState();
		HostConfig host = response.getHostConfig();
		ContainerConfig config = response.getConfig();
		Container.Status status = status(state);
		var finishedAt = EngineTime.parse(state.getFinishedAt());
		Map<String, String> labels = (config != null && config.getLabels() != null) ? config.getLabels() : Map.of();
		String image = (config != null && config.getImage() != null) ? config.getImage()
				: String.valueOf(response.getImageId());
		return new Container(id, withoutSlash(String.valueOf(response.getName())), image, labels, networkMode(host),
				addresses(response.getNetworkSettings()), limits(host, hostMemoryBytes), cgroupParent(host), status,
				pid(state), EngineTime.parse(state.getStartedAt()), finishedAt,
				(status.isAlive() || finishedAt == null) ? null : exitCode(state),
				Boolean.TRUE.equals(state.getOOMKilled()));
	}

	/// Docker's names begin with a slash, a relict of links.
	static String withoutSlash(String name) {
		return name.startsWith("/") ? name.substring(1) : name;
	}

	private static Container.Status status(ContainerState state) {
		String text = String.valueOf(state.getStatus()).toUpperCase(Locale.ROOT);
		for (Container.Status status : Container.Status.values()) {
			if (status.name().equals(text)) {
				return status;
			}
		}
		// Other engines have words of their own, e.g. Podman's "stopping".
		if (Boolean.TRUE.equals(state.getPaused())) {
			return Container.Status.PAUSED;
		}
		return Boolean.TRUE.equals(state.getRunning()) ? Container.Status.RUNNING : Container.Status.EXITED;
	}

	private static @Nullable Long pid(ContainerState state) {
		Long pid = state.getPidLong();
		return (pid != null && pid > 0) ? pid : null;
	}

	private static @Nullable Integer exitCode(ContainerState state) {
		Long exitCode = state.getExitCodeLong();
		return (exitCode != null) ? exitCode.intValue() : null;
	}

	private static String networkMode(@Nullable HostConfig host) {
		String mode = (host != null) ? host.getNetworkMode() : null;
		return (mode == null || mode.isEmpty() || mode.equals("default")) ? "bridge" : mode;
	}

	private static String cgroupParent(@Nullable HostConfig host) {
		String parent = (host != null) ? host.getCgroupParent() : null;
		return (parent != null) ? parent : "";
	}

	private static List<String> addresses(@Nullable NetworkSettings settings) {
		Set<String> addresses = new LinkedHashSet<>();
		if (settings == null) {
			return List.of();
		}
		add(addresses, settings.getIpAddress());
		add(addresses, settings.getGlobalIPv6Address());
		if (settings.getNetworks() != null) {
			for (ContainerNetwork network : settings.getNetworks().values()) {
				if (network != null) {
					add(addresses, network.getIpAddress());
					add(addresses, network.getGlobalIPv6Address());
				}
			}
		}
		return List.copyOf(addresses);
	}

	private static void add(Set<String> addresses, @Nullable String address) {
		if (address != null && !address.isBlank()) {
			addresses.add(address);
		}
	}

	private static Limits limits(@Nullable HostConfig host, long hostMemoryBytes) {
		if (host == null) {
			return Limits.UNKNOWN;
		}
		return new Limits(cpu(host), memory(host, hostMemoryBytes), positive(host.getPidsLimit()));
	}

	private static Limit cpu(HostConfig host) {
		Long nanoCpus = host.getNanoCPUs();
		if (nanoCpus != null && nanoCpus > 0) {
			return Limit.of(nanoCpus / NANO_CPUS_PER_MILLICORE);
		}
		Long quotaUsec = host.getCpuQuota();
		if (quotaUsec == null || quotaUsec <= 0) {
			return Limit.UNLIMITED;
		}
		Long periodUsec = host.getCpuPeriod();
		boolean given = periodUsec != null && periodUsec > 0;
		return Limit.of(quotaUsec * 1000 / (given ? periodUsec : DEFAULT_PERIOD_USEC));
	}

	private static Limit memory(HostConfig host, long hostMemoryBytes) {
		Long bytes = host.getMemory();
		boolean beyondHost = bytes != null && hostMemoryBytes > 0 && bytes >= hostMemoryBytes;
		return beyondHost ? Limit.UNLIMITED : positive(bytes);
	}

	/// Not given, 0 and -1 all mean that there is none.
	private static Limit positive(@Nullable Long value) {
		return (value != null && value > 0) ? Limit.of(value) : Limit.UNLIMITED;
	}

}
