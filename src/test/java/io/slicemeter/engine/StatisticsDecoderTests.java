package io.slicemeter.engine;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class StatisticsDecoderTests {

	private final StatisticsDecoder decoder = new StatisticsDecoder(new NetworkProperties(List.of("eth*")).pattern());

	@Test
	void readsADocumentOfCgroupV2() {
		StatisticsReading reading = this.decoder.decode(Fixtures.text("stats-v2.json"), 42);
		assertThat(reading).isNotNull();
		assertThat(reading.readAt()).isEqualTo(Instant.parse("2026-11-30T21:00:00.465795196Z"));
		assertThat(reading.arrivedNanos()).isEqualTo(42);
		assertThat(values(reading.readings()))
			.isEqualTo(new TreeMap<>(Map.ofEntries(Map.entry("cpuUsageUsec", 8114777L),
					Map.entry("cpuUserUsec", 2757448L), Map.entry("cpuSystemUsec", 5357329L),
					Map.entry("cpuPeriods", 0L), Map.entry("cpuThrottledPeriods", 0L),
					Map.entry("cpuThrottledUsec", 0L), Map.entry("memoryBytes", 1585152L),
					Map.entry("memoryCurrentBytes", 43528192L), Map.entry("memoryAnonBytes", 49152L),
					Map.entry("memoryFileBytes", 41943040L), Map.entry("memoryShmemBytes", 0L),
					Map.entry("networkReceivedBytes", 796L), Map.entry("networkSentBytes", 0L),
					Map.entry("networkReceivedPackets", 10L), Map.entry("networkSentPackets", 0L),
					Map.entry("networkErrors", 0L), Map.entry("networkDrops", 0L), Map.entry("networkAllBytes", 796L),
					Map.entry("ioReadBytes", 0L), Map.entry("ioWriteBytes", 41943040L), Map.entry("pids", 1L))));
	}

	@Test
	void readsADocumentOfCgroupV1() {
		StatisticsReading reading = this.decoder.decode(Fixtures.text("stats-v1.json"), 0);
		assertThat(reading).isNotNull();
		assertThat(values(reading.readings())).isEqualTo(
				new TreeMap<>(Map.ofEntries(Map.entry("cpuUsageUsec", 2580816L), Map.entry("cpuUserUsec", 2560000L),
						Map.entry("cpuSystemUsec", 10000L), Map.entry("cpuPeriods", 52L),
						Map.entry("cpuThrottledPeriods", 50L), Map.entry("cpuThrottledUsec", 2472829L),
						Map.entry("memoryBytes", 21999616L), Map.entry("memoryCurrentBytes", 22814720L),
						Map.entry("memoryAnonBytes", 57344L), Map.entry("memoryFileBytes", 21897216L),
						Map.entry("memoryPeakBytes", 25460736L), Map.entry("networkReceivedBytes", 736L),
						Map.entry("networkSentBytes", 0L), Map.entry("networkReceivedPackets", 8L),
						Map.entry("networkSentPackets", 0L), Map.entry("networkErrors", 0L),
						Map.entry("networkDrops", 0L), Map.entry("networkAllBytes", 736L), Map.entry("pids", 1L))));
	}

	@Test
	void readsNothingFromTheDocumentsOfAStoppedContainer() {
		assertThat(this.decoder.decode(Fixtures.text("stats-stopped.json"), 0)).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "null", "[]", "7", "{", "{\"read\":\"2026-11-30T21:00:00Z\"", "not JSON",
			"{\"read\":\"2026-11-30T21:00:00Z\"}", "{\"read\":\"2026-11-30T21:00:00Z\",\"cpu_stats\":null}",
			"{\"read\":\"2026-11-30T21:00:00Z\",\"cpu_stats\":{}}",
			"{\"read\":\"2026-11-30T21:00:00Z\",\"cpu_stats\":{\"cpu_usage\":{}}}",
			"{\"read\":\"2026-11-30T21:00:00Z\",\"cpu_stats\":{\"cpu_usage\":{\"total_usage\":null}}}",
			"{\"read\":\"2026-11-30T21:00:00Z\",\"cpu_stats\":{\"cpu_usage\":{\"total_usage\":-1}}}",
			"{\"read\":\"2026-11-30T21:00:00Z\",\"cpu_stats\":{\"cpu_usage\":{\"total_usage\":9223372036854775808}}}",
			"{\"read\":\"2026-11-30T21:00:00Z\",\"cpu_stats\":{\"cpu_usage\":{\"total_usage\":\"many\"}}}",
			"{\"read\":\"2026-11-30T21:00:00Z\",\"cpu_stats\":[]}",
			"{\"read\":\"yesterday\",\"cpu_stats\":{\"cpu_usage\":{\"total_usage\":1000}}}",
			"{\"cpu_stats\":{\"cpu_usage\":{\"total_usage\":1000}}}",
			"{\"read\":\"0001-01-01T00:00:00Z\",\"cpu_stats\":{\"cpu_usage\":{\"total_usage\":1000}}}" })
	void readsNothingFrom(String json) {
		assertThat(this.decoder.decode(json, 0)).isNull();
	}

	@Test
	void readsTheLeastThatIsAReading() {
		assertThat(values(decode(""))).isEqualTo(Map.of("cpuUsageUsec", 1L));
	}

	@Test
	void readsATimeWithAnOffset() {
		StatisticsReading reading = this.decoder.decode("""
				{"read":"2026-11-30T22:00:00.5+01:00","cpu_stats":{"cpu_usage":{"total_usage":1999}}}""", 0);
		assertThat(reading).isNotNull();
		assertThat(reading.readAt()).isEqualTo(Instant.parse("2026-11-30T21:00:00.5Z"));
	}

	@Test
	void leavesOutNumbersThatAreNone() {
		assertThat(values(decode("""
				,"pids_stats":{"current":18446744073709551615},"memory_stats":{"usage":-5,"max_usage":1.5,
				"stats":{"total_inactive_file":1,"total_rss":"x","total_cache":{"a":[1]},"total_swap":3}}""")))
			.isEqualTo(Map.of("cpuUsageUsec", 1L, "memorySwapBytes", 3L));
	}

	@Test
	void takesTheLargestNumber() {
		assertThat(values(decode(",\"pids_stats\":{\"current\":9223372036854775807}"))).containsEntry("pids",
				Long.MAX_VALUE);
	}

	@Test
	void neverGoesBelowZeroWithTheWorkingSet() {
		assertThat(values(decode(",\"memory_stats\":{\"usage\":5,\"stats\":{\"inactive_file\":9}}")))
			.isEqualTo(Map.of("cpuUsageUsec", 1L, "memoryCurrentBytes", 5L, "memoryBytes", 0L));
	}

	@Test
	void leavesTheWorkingSetOutWhereTheCacheIsNotTold() {
		assertThat(values(decode(",\"memory_stats\":{\"usage\":5,\"stats\":null}")))
			.isEqualTo(Map.of("cpuUsageUsec", 1L, "memoryCurrentBytes", 5L));
	}

	@Test
	void takesKernelMemoryWhereItIsGiven() {
		assertThat(values(decode(",\"memory_stats\":{\"stats\":{\"kernel\":7,\"inactive_file\":1}}")))
			.containsEntry("memoryKernelBytes", 7L);
	}

	@Test
	void takesThePeakOnlyFromCgroupV1() {
		assertThat(values(decode(",\"memory_stats\":{\"max_usage\":9,\"stats\":{\"inactive_file\":1}}")))
			.doesNotContainKey("memoryPeakBytes");
	}

	@Test
	void addsDisksUpWhateverTheCaseOfTheOperation() {
		assertThat(values(decode("""
				,"blkio_stats":{"io_service_bytes_recursive":[{"op":"Read","value":1},{"op":"read","value":2},
				{"op":"Write","value":4},{"op":"Sync","value":100},{"op":"Total","value":200},null],
				"io_serviced_recursive":[{"op":"READ","value":3},{"op":"write","value":5},{"op":null,"value":1}]}""")))
			.isEqualTo(
					Map.of("cpuUsageUsec", 1L, "ioReadBytes", 3L, "ioWriteBytes", 4L, "ioReads", 3L, "ioWrites", 5L));
	}

	@Test
	void leavesDisksOutThatNobodyCounts() {
		assertThat(values(decode("""
				,"blkio_stats":{"io_service_bytes_recursive":null,"io_serviced_recursive":[]}""")))
			.isEqualTo(Map.of("cpuUsageUsec", 1L));
	}

	@Test
	void leavesASumOutThatIsTooLarge() {
		assertThat(values(decode("""
				,"blkio_stats":{"io_service_bytes_recursive":[{"op":"read","value":9223372036854775807},
				{"op":"read","value":1},{"op":"read","value":1},{"op":"write","value":1}]}""")))
			.isEqualTo(Map.of("cpuUsageUsec", 1L, "ioWriteBytes", 1L));
	}

	@Test
	void countsOnlyTheRunnersOwnInterfacesButAllInTheSum() {
		assertThat(values(
				decode("""
						,"networks":{"eth0":{"rx_bytes":1,"tx_bytes":2,"rx_packets":3,"tx_packets":4,"rx_errors":5,"tx_errors":6,
						"rx_dropped":7,"tx_dropped":8},"eth1":{"rx_bytes":10,"tx_bytes":20,"rx_packets":30,"tx_packets":40,
						"rx_errors":50,"tx_errors":60,"rx_dropped":70,"tx_dropped":80},"docker0":{"rx_bytes":100,"tx_bytes":200},
						"lo":{"rx_bytes":1000,"tx_bytes":1000}}""")))
			.isEqualTo(Map.of("cpuUsageUsec", 1L, "networkReceivedBytes", 11L, "networkSentBytes", 22L,
					"networkReceivedPackets", 33L, "networkSentPackets", 44L, "networkErrors", 121L, "networkDrops",
					165L, "networkAllBytes", 333L));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", ",\"networks\":null", ",\"networks\":{}", ",\"networks\":{\"lo\":{\"rx_bytes\":1}}",
			",\"networks\":{\"eth0\":null}" })
	void leavesTheNetworkOutWithoutOneOfItsOwn(String networks) {
		assertThat(values(decode(networks))).isEqualTo(Map.of("cpuUsageUsec", 1L));
	}

	private Readings decode(String more) {
		StatisticsReading reading = this.decoder.decode("""
				{"read":"2026-11-30T21:00:00Z","cpu_stats":{"cpu_usage":{"total_usage":1999}}%s}""".formatted(more), 0);
		assertThat(reading).isNotNull();
		return reading.readings();
	}

	private static Map<String, @Nullable Long> values(Readings readings) {
		return Metric.read()
			.stream()
			.filter(readings::has)
			.collect(Collectors.toMap(Metric::jsonName, readings::get, (one, other) -> one, TreeMap::new));
	}

}
