package io.slicemeter.history;

import io.micrometer.core.instrument.MeterRegistry;
import io.slicemeter.timeseries.LiveTail;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// The live stream's parts.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(StreamProperties.class)
class StreamConfiguration {

	@Bean
	LiveStream liveStream(LiveTail tail, StreamProperties properties, MeterRegistry registry) {
		return new LiveStream(tail, properties, new StreamMetrics(registry), System::nanoTime);
	}

}
