package io.slicemeter.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.util.DigestUtils;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.ViewControllerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/// Serves the dashboard where there is something to ask: its page at `/`, all its other
/// files below `/dashboard/`. They hold no data. Browsers keep them, and ask each time
/// whether they are still those of this version. That goes by their content: files in the
/// jar have the time of the build's choice.
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty(name = "slicemeter.part.answering", matchIfMissing = true)
class DashboardFiles implements WebMvcConfigurer {

	private final Map<String, String> tags = new ConcurrentHashMap<>();

	@Override
	public void addViewControllers(ViewControllerRegistry registry) {
		registry.addViewController("/").setViewName("forward:/dashboard/index.html");
	}

	@Override
	public void addResourceHandlers(ResourceHandlerRegistry registry) {
		registry.addResourceHandler("/dashboard/**")
			.addResourceLocations("classpath:/dashboard/")
			.setCacheControl(CacheControl.noCache())
			.setUseLastModified(false)
			.setEtagGenerator((file) -> this.tags.computeIfAbsent(file.getDescription(), (_) -> tag(file)));
	}

	/// A weak one, since it stands for the compressed file, too.
	private static String tag(Resource file) {
		try (InputStream content = file.getInputStream()) {
			return "W/\"" + DigestUtils.md5DigestAsHex(content) + "\"";
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
