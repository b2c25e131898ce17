package io.slicemeter;

import java.util.concurrent.TimeUnit;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.platform.commons.annotation.Testable;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/// What the design forbids in tests.
@AnalyzeClasses(packages = "io.slicemeter", importOptions = ImportOption.OnlyIncludeTests.class)
class TestArchitectureTests {

	@ArchTest
	static final ArchRule TESTS_NEVER_SLEEP = noClasses().should()
		.callMethodWhere(DescribedPredicate.describe("target is Thread.sleep or TimeUnit.sleep",
				(call) -> call.getTarget().getName().equals("sleep")
						&& (call.getTargetOwner().isEquivalentTo(Thread.class)
								|| call.getTargetOwner().isAssignableTo(TimeUnit.class))))
		.because("a test that sleeps is slow where it passes and fails where the machine is slow: wait for a condition "
				+ "with Awaitility, or give the class a clock of your own");

	@ArchTest
	static final ArchRule TESTS_USE_NO_MOCKS = noClasses().should()
		.dependOnClassesThat()
		.resideInAnyPackage("org.mockito..", "org.easymock..",
				"org.springframework.test.context.bean.override.mockito..")
		.because("a fake is written once and behaves; a mock repeats the implementation in every test");

	@ArchTest
	static final ArchRule UNIT_TESTS_NEED_NO_DATABASE_AND_NO_DOCKER = noClasses().that()
		.haveSimpleNameEndingWith("Tests")
		.should()
		.dependOnClassesThat(DescribedPredicate.or(HasName.Predicates.name("io.slicemeter.testing.TestDatabase"),
				JavaClass.Predicates.resideInAnyPackage("org.testcontainers..", "io.zonky..")))
		.because("tests with real parts are named *IT, and run after these");

	@ArchTest
	static final ArchRule TESTS_HAVE_A_NAME_UNDER_WHICH_THEY_RUN = methods().that()
		.areMetaAnnotatedWith(Testable.class)
		.should()
		.beDeclaredInClassesThat(DescribedPredicate.describe("are in a top-level class named *Tests, *IT or *E2E",
				(type) -> type.getName().matches("[^$]*(Tests|IT|E2E)(\\$.*)?")))
		.because("Surefire runs *Tests, Failsafe runs *IT and, in the profile e2e, *E2E, and nobody runs the others");

	@ArchTest
	static final ArchRule PACKAGES_ARE_NAMED_BY_THE_DOMAIN = noClasses().should()
		.resideInAnyPackage("..util..", "..common..", "..config..", "..dto..", "..service..", "..impl..")
		.because("such a package says nothing about what is in it");

}
