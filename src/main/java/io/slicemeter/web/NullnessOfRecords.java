package io.slicemeter.web;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.type.TypeFactory;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.oas.models.media.Schema;
import org.jspecify.annotations.Nullable;

/// Tells in the OpenAPI description what our records tell by `@Nullable`: which members
/// may be null. All members are always there.
class NullnessOfRecords implements ModelConverter {

	private static final String REFERENCE = "#/components/schemas/";

	@Override
	public @Nullable Schema<?> resolve(AnnotatedType type, ModelConverterContext context,
			Iterator<ModelConverter> chain) {
		Schema<?> resolved = chain.hasNext() ? chain.next().resolve(type, context, chain) : null;
		Class<?> raw = TypeFactory.defaultInstance().constructType(type.getType()).getRawClass();
		if (resolved == null || !raw.isRecord() || !raw.getName().startsWith("io.slicemeter.")) {
			return resolved;
		}
		Schema<?> model = (resolved.get$ref() != null)
				? context.getDefinedModels().get(resolved.get$ref().substring(REFERENCE.length())) : resolved;
		if (model != null && model.getProperties() != null) {
			describe(raw, model);
		}
		return resolved;
	}

	private static void describe(Class<?> type, Schema<?> model) {
		for (RecordComponent component : type.getRecordComponents()) {
			if (component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)) {
				describe(component.getType(), model);
				continue;
			}
			Schema<?> property = model.getProperties().get(component.getName());
			if (property == null) {
				continue;
			}
			require(model, component.getName());
			if (component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
				model.getProperties().put(component.getName(), orNull(property));
			}
		}
	}

	private static void require(Schema<?> model, String name) {
		List<String> required = (model.getRequired() != null) ? new ArrayList<>(model.getRequired())
				: new ArrayList<>();
		if (!required.contains(name)) {
			required.add(name);
			model.setRequired(required);
		}
	}

	private static Schema<?> orNull(Schema<?> property) {
		if (property.get$ref() != null) {
			Schema<?> nothing = new Schema<>();
			nothing.setTypes(Set.of("null"));
			Schema<?> either = new Schema<>();
			either.setDescription(property.getDescription());
			either.addOneOfItem(new Schema<>().$ref(property.get$ref()));
			either.addOneOfItem(nothing);
			return either;
		}
		if (property.getTypes() != null && !property.getTypes().contains("null")) {
			Set<String> types = new LinkedHashSet<>(property.getTypes());
			types.add("null");
			property.setTypes(types);
		}
		return property;
	}

}
