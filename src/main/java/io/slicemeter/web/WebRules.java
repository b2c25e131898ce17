package io.slicemeter.web;

import java.time.Clock;
import java.time.InstantSource;
import java.util.List;

import org.apache.catalina.core.StandardHost;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.web.servlet.config.annotation.ContentNegotiationConfigurer;
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
	public void configureContentNegotiation(ContentNegotiationConfigurer configurer) {
		configurer.strategies(List.of(new AcceptedTypes()));
	}

	@Override
	public void configureMessageConverters(HttpMessageConverters.ServerBuilder builder) {
		builder.addCustomConverter(new CsvTables())
			.addCustomConverter(new NdjsonTables())
			.addCustomConverter(new CsvRows())
			.addCustomConverter(new NdjsonRows())
			.addCustomConverter(new JsonRows());
	}

	/// What Tomcat refuses by itself is answered as everything else is.
	@Bean
	WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemValve() {
		return (factory) -> factory.addContextCustomizers((context) -> {
			if (context.getParent() instanceof StandardHost host) {
				host.setErrorReportValveClass(ProblemValve.class.getName());
			}
		});
	}

	/// The clock that relative times are counted by.
	@Bean
	InstantSource requestClock() {
		return Clock.systemUTC();
	}

}
