package io.slicemeter.history.web;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Stream;

import io.slicemeter.runner.Metric;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.stereotype.Component;

/// Names the metrics in the OpenAPI description, so that there is only one list of them.
@Component
class MetricDescription implements OpenApiCustomizer {

	@Override
	public void customise(OpenAPI api) {
		api.getPaths().values().stream().flatMap(MetricDescription::operations).forEach(MetricDescription::nameMetrics);
		Schema<?> reading = api.getComponents().getSchemas().get("Reading");
		if (reading != null) {
			for (Metric metric : Metric.values()) {
				Schema<?> figure = new Schema<BigDecimal>().description(
						"In %s; a %s.".formatted(metric.unit().label(), metric.isCounter() ? "counter" : "gauge"));
				figure.setTypes(new LinkedHashSet<>(List.of("number", "null")));
				reading.addProperty(metric.jsonName(), figure);
			}
			reading.getProperties().remove("figures");
			reading.setRequired(List.copyOf(reading.getProperties().keySet()));
		}
	}

	private static Stream<Operation> operations(PathItem path) {
		return path.readOperations().stream();
	}

	private static void nameMetrics(Operation operation) {
		if (operation.getParameters() == null) {
			return;
		}
		List<String> names = Arrays.stream(Metric.values()).map(Metric::jsonName).toList();
		operation.getParameters()
			.stream()
			.filter((parameter) -> "metric".equals(parameter.getName()))
			.forEach((metric) -> {
				StringSchema name = new StringSchema();
				name.setEnum(names);
				// both `metric=a,b` and `metric=a&metric=b`
				metric.schema(new ArraySchema().items(name)).explode(false);
			});
	}

}
