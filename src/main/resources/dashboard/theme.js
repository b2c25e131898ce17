// Before anything is painted, so that nobody is dazzled. A classic script: modules run later.
(() => {
	try {
		const theme = localStorage.getItem('slicemeter.theme');
		if (theme === 'light' || theme === 'dark') {
			document.documentElement.dataset.theme = theme;
		}
	}
	catch {
		// storage may be forbidden: then the system's choice stands
	}
})();
