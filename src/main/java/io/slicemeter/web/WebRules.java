package io.slicemeter.web;

import java.time.Clock;
import java.time.InstantSource;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/// Puts the shared rules into Spring MVC.
@Configuration(proxyBeanMethods = false)
class WebRules implements WebMvcConfigurer {

	@Override
	public void addInterceptors(InterceptorRegistry registry) {
		registry.addInterceptor(new KnownParameters()).addPathPatterns("/api/**");
	}

	@Override
	public void configureMessageConverters(HttpMessageConverters.ServerBuilder builder) {
		builder.addCustomConverter(new CsvTables()).addCustomConverter(new NdjsonTables());
	}

	/// The clock that relative times are counted by.
	@Bean
	InstantSource requestClock() {
		return Clock.systemUTC();
	}

}
