package io.slicemeter.e2e;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Objects;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// Gives the tests of a class a [Guest] that no other class has touched: it starts before the first of them, and is
/// gone after the last. Where no guest can be they are skipped.
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(OnFreshGuest.Extension.class)
@interface OnFreshGuest {

	final class Extension implements ExecutionCondition, BeforeAllCallback, ParameterResolver {

		@Override
		public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
			return Vm.obstacle().map((obstacle) -> {
				// Failsafe counts what is skipped, but keeps the reason to its reports.
				System.out.println("Skipped " + context.getDisplayName() + ": " + obstacle);
				return ConditionEvaluationResult.disabled(obstacle);
			}).orElseGet(() -> ConditionEvaluationResult.enabled("a machine can be started"));
		}

		@Override
		public void beforeAll(ExtensionContext context) {
			store(context).put(Guest.class, Guest.start());
		}

		@Override
		public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
			return parameter.getParameter().getType() == Guest.class;
		}

		@Override
		public Guest resolveParameter(ParameterContext parameter, ExtensionContext context) {
			return Objects.requireNonNull(store(context).get(Guest.class, Guest.class));
		}

		// What lies in the class's store is closed when the class is done.
		private static ExtensionContext.Store store(ExtensionContext context) {
			return context.getStore(ExtensionContext.Namespace.create(OnFreshGuest.class));
		}

	}

}
