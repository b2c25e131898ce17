package io.slicemeter;

import org.junit.jupiter.api.Test;

import org.springframework.modulith.core.ApplicationModules;

/// Each direct sub-package is a module, and uses of others only what it says it may.
class ModularityTests {

	@Test
	void modulesUseOnlyPublicTypesOfModulesThatTheyMayUse() {
		ApplicationModules.of(Slicemeter.class).verify();
	}

}
