package io.slicemeter;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.jspecify.annotations.NullMarked;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.ControllerAdvice;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMembers;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_FIELD_INJECTION;
import static org.assertj.core.api.Assertions.assertThat;

/// What the design forbids inside the modules.
@AnalyzeClasses(packages = "io.slicemeter", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

	@ArchTest
	static final ArchRule CGROUP_KNOWS_NOTHING_OF_SPRING = noClasses().that()
		.resideInAPackage("io.slicemeter.cgroup..")
		.and()
		.doNotHaveSimpleName("package-info")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("org.springframework..")
		.allowEmptyShould(true)
		.because("what reads the kernel is to be measured and understood without a framework");

	@ArchTest
	static final ArchRule DOCKER_JAVA_STAYS_IN_THE_ENGINE_MODULE = noClasses().that()
		.resideOutsideOfPackage("io.slicemeter.engine..")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("com.github.dockerjava..")
		.because("only the engine module knows how the Docker Engine is talked to");

	@ArchTest
	static final ArchRule JPA_IS_FOR_THE_CATALOGUE_AND_MEASUREMENTS = noClasses().that()
		.resideOutsideOfPackages("io.slicemeter.runner..", "io.slicemeter.measurement..")
		.should()
		.dependOnClassesThat(
				resideInAnyPackage("jakarta.persistence..", "org.hibernate..", "org.springframework.data.jpa..",
						"org.springframework.orm..")
					.and(not(resideInAPackage("org.hibernate.validator.."))))
		.because("agents run without JPA, and samples are too many for it");

	@ArchTest
	static final ArchRule SQL_IS_WRITTEN_IN_TIMESERIES = noClasses().that()
		.resideOutsideOfPackage("io.slicemeter.timeseries..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("org.springframework.jdbc..", "java.sql..")
		.because("all hot SQL is to be seen, measured and upgraded in one place");

	@ArchTest
	static final ArchRule CONTROLLERS_LIVE_IN_WEB_PACKAGES = classes().that()
		.areMetaAnnotatedWith(Controller.class)
		.or()
		.areMetaAnnotatedWith(ControllerAdvice.class)
		.should()
		.resideInAPackage("..web..")
		.allowEmptyShould(true)
		.because("a module's questions are answered without HTTP, too");

	@ArchTest
	static final ArchRule NOTHING_IS_INJECTED_INTO_FIELDS = NO_CLASSES_SHOULD_USE_FIELD_INJECTION
		.because("what a class needs is in its constructor, where a test can give it");

	@ArchTest
	static final ArchRule NOTHING_NEEDS_AUTOWIRED = noMembers().should()
		.beAnnotatedWith(Autowired.class)
		.allowEmptyShould(true)
		.because("the one constructor is injected without being told so");

	@ArchTest
	static final ArchRule STATIC_FIELDS_ARE_FINAL = fields().that()
		.areStatic()
		.and()
		.doNotHaveModifier(JavaModifier.SYNTHETIC)
		.should()
		.beFinal()
		.because("static state outlives tests and contexts");

	@ArchTest
	static final ArchRule PROPERTIES_ARE_RECORDS = classes().that()
		.areAnnotatedWith(ConfigurationProperties.class)
		.should()
		.beRecords()
		.because("properties are bound once and checked as a whole");

	@ArchTest
	static final ArchRule PACKAGES_ARE_NAMED_BY_THE_DOMAIN = noClasses().should()
		.resideInAnyPackage("..util..", "..common..", "..config..", "..dto..", "..service..", "..impl..")
		.because("such a package says nothing about what is in it");

	@ArchTest
	static final ArchRule CLASSES_ARE_NAMED_BY_THE_DOMAIN = noClasses().should()
		.haveNameMatching(".*(Impl|Manager|Helper|Utils?|Dto|DTO|Info|Service)")
		.because("such an ending says nothing that the name doesn't");

	@ArchTest
	static final ArchRule LOGGING_GOES_THROUGH_A_FACADE = noClasses().should()
		.dependOnClassesThat()
		.resideInAnyPackage("java.util.logging..", "ch.qos.logback..")
		.because("Spring Boot's logging settings are to hold for every line");

	@ArchTest
	static final ArchRule NOTHING_IS_PRINTED = NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS
		.because("Spring Boot's logging settings are to hold for every line");

	@ArchTest
	static void everyPackageIsNullMarked(JavaClasses classes) {
		for (JavaPackage each : classes.getPackage("io.slicemeter").getSubpackagesInTree()) {
			boolean hasClasses = each.getClasses().stream().anyMatch((type) -> !isPackageInfo(type));
			assertThat(!hasClasses || each.isAnnotatedWith(NullMarked.class))
				.as("%s is @NullMarked, because NullAway looks at no other package", each.getName())
				.isTrue();
		}
	}

	private static boolean isPackageInfo(JavaClass type) {
		return type.getSimpleName().equals("package-info");
	}

}
