package io.slicemeter.web;

import java.net.URI;

import io.slicemeter.runner.Limits;
import io.slicemeter.testing.FakeCatalogue;
import io.slicemeter.testing.RestTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.http.HttpMethod;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.transaction.CannotCreateTransactionException;

import static org.assertj.core.api.Assertions.assertThat;

/// Every bad request ends with a problem detail that says what is wrong and what is
/// allowed.
@RestTest
class ProblemTests {

	@Autowired
	private MockMvcTester rest;

	@Autowired
	private FakeCatalogue catalogue;

	@BeforeEach
	void fill() {
		this.catalogue.clear();
		this.catalogue.run(this.catalogue.host("alpha", false), 1, "one", Limits.UNKNOWN, null);
		this.catalogue.slice(this.catalogue.host("beta", false), "ci-runners.slice", Limits.UNKNOWN);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
					/runners?stat=running                        | 400 | unknown-parameter     | no parameter 'stat'
					/runners?state=alive                         | 400 | invalid-parameter     | 'alive'
					/runners?state=running,                      | 400 | invalid-parameter     | running, paused, ended, failed, unknown
					/runners?slice=a--b.slice                    | 400 | invalid-parameter     | a--b.slice
					/runners?label==x                            | 400 | invalid-parameter     | key=value
					/runners?limit=0                             | 400 | invalid-parameter     | from 1 to 1000
					/runners?limit=1001                          | 400 | invalid-parameter     | from 1 to 1000
					/runners?limit=ten                           | 400 | invalid-parameter     | 'ten'
					/runners?limit=1&limit=2                     | 400 | repeated-parameter    | 'limit' was given 2 times
					/runners?after=nonsense                      | 400 | invalid-parameter     | not a cursor
					/runners?name=a&name=b                       | 400 | repeated-parameter    | 'name'
					/runners/none                                | 404 | unknown-runner        | 'none'
					/runners/no%20name                           | 404 | unknown-runner        | 'no name'
					/runners/one?host=gamma                      | 404 | unknown-host          | 'gamma'
					/runners/one?host=beta                       | 404 | unknown-runner        | on host 'beta'
					/runners/one?from=-1h                        | 400 | unknown-parameter     | allowed are host
					/runners/one?host=alpha&host=beta            | 400 | repeated-parameter    | 'host'
					/runners/one/samples?from=2026-01-01T00:00   | 400 | time-without-zone     | no zone
					/runners/one/samples?from=soon               | 400 | invalid-parameter     | 'soon'
					/runners/one/samples?from=now&to=-1h         | 400 | invalid-range         | must be before
					/runners/one/samples?step=0s                 | 400 | invalid-parameter     | not a step
					/runners/one/samples?from=-1d&step=1s        | 422 | too-many-points       | PT8S
					/runners/one/samples?metric=cpu              | 400 | unknown-metric        | cpuMillicores
					/runners/one/samples?metric=                 | 400 | invalid-parameter     | 'metric' is empty
					/runners/one/samples?metric=pids,            | 400 | unknown-metric        | no metric ''
					/runners/one/samples?agg=                    | 400 | invalid-parameter     | 'agg' is empty
					/runners/one/summary?from=                   | 400 | invalid-parameter     | 'from' is empty
					/runners?state=                              | 400 | invalid-parameter     | 'state' is empty
					/runners?host=                               | 400 | invalid-parameter     | 'host' is empty
					/runners?slice=                              | 400 | invalid-parameter     | 'slice' is empty
					/runners?label=                              | 400 | invalid-parameter     | 'label' is empty
					/runners?label=a&label=                      | 400 | invalid-parameter     | 'label' is empty
					/runners?name=%20                            | 400 | invalid-parameter     | 'name' is empty
					/runners?limit=                              | 400 | invalid-parameter     | 'limit' is empty
					/runners?after=                              | 400 | invalid-parameter     | 'after' is empty
					/slices?host=                                | 400 | invalid-parameter     | 'host' is empty
					/runners/one/samples?metric=pids,x,y         | 400 | unknown-metric        | 'x', 'y'
					/runners/one/samples?agg=median              | 400 | invalid-parameter     | mean, min, max, last
					/runners/one/samples?rate=yes                | 400 | invalid-parameter     | true, false
					/runners/one/samples?step=1m&step=2m         | 400 | repeated-parameter    | 'step'
					/runners/one/summary?to=1769860800000        | 400 | invalid-parameter     | seconds, not milliseconds
					/runners/one/summary?step=1m                 | 400 | unknown-parameter     | allowed are from, host, to
					/runs/nonsense                               | 404 | unknown-run           | 'nonsense'
					/runs/0123456789abcdef-0123456789abcdef      | 404 | unknown-run           | no run
					/slices/none.slice/summary                   | 404 | unknown-slice         | 'none.slice'
					/slices/a--b.slice/samples                   | 404 | unknown-slice         | 'a--b.slice'
					/slices/ci-runners.slice/summary?host=alpha  | 404 | unknown-slice         | on host 'alpha'
					/slices/ci-runners.slice/summary?host=gamma  | 404 | unknown-host          | 'gamma'
					/slices/ci-runners.slice/summary?top=101     | 400 | invalid-parameter     | from 1 to 100
					/slices/ci-runners.slice/samples?metric=z    | 400 | unknown-metric        | 'z'
					/slices/ci-runners.slice/samples?agg=z       | 400 | invalid-parameter     | mean, min, max, last
					/slices?host=gamma                           | 404 | unknown-host          | 'gamma'
					/slices?slice=x                              | 400 | unknown-parameter     | allowed are host
					/hosts/gamma                                 | 404 | unknown-host          | 'gamma'
					/hosts?silent=true                           | 400 | unknown-parameter     | none is allowed
					/nothing                                     | 404 | not-found             | /api/v1/nothing
					""")
	void badRequestsAreAnsweredWithWhatIsWrongAndWhatIsAllowed(String path, int status, String type, String detail) {
		MvcTestResult result = this.rest.get().uri(URI.create("/api/v1" + path)).exchange();
		assertThat(result).hasStatus(status).hasContentType("application/problem+json");
		assertThat(result).bodyJson().extractingPath("$.type").isEqualTo("/problems/" + type);
		assertThat(result).bodyJson().extractingPath("$.status").isEqualTo(status);
		assertThat(result).bodyJson().extractingPath("$.title").asString().isNotBlank();
		assertThat(result).bodyJson().extractingPath("$.detail").asString().contains(detail);
		assertThat(result).bodyJson().extractingPath("$.instance").asString().startsWith("/api/v1/");
	}

	@Test
	void problemsTellProgramsTheSameAsPeople() {
		MvcTestResult metric = this.rest.get().uri("/api/v1/runners/one/samples?metric=x").exchange();
		assertThat(metric).bodyJson().extractingPath("$.parameter").isEqualTo("metric");
		assertThat(metric).bodyJson().extractingPath("$.unknown[0]").isEqualTo("x");
		assertThat(metric).bodyJson().extractingPath("$.allowed").asArray().contains("pids", "cpuMillicores");
		MvcTestResult parameter = this.rest.get().uri("/api/v1/runners?x=1&y=2").exchange();
		assertThat(parameter).bodyJson().extractingPath("$.parameters").asArray().containsExactly("x", "y");
		assertThat(parameter).bodyJson()
			.extractingPath("$.allowed")
			.asArray()
			.containsExactly("after", "host", "image", "label", "limit", "name", "slice", "state");
	}

	@Test
	void aRunnerOnSeveralHostsIsAmbiguousUnlessTheHostIsNamed() {
		this.catalogue.run(this.catalogue.host("delta", false), 2, "one", Limits.UNKNOWN, null);
		for (String path : new String[] { "", "/samples", "/summary" }) {
			MvcTestResult result = this.rest.get().uri("/api/v1/runners/one" + path).exchange();
			assertThat(result).hasStatus(409);
			assertThat(result).bodyJson().extractingPath("$.type").isEqualTo("/problems/ambiguous-runner");
			assertThat(result).bodyJson().extractingPath("$.hosts").asArray().containsExactly("alpha", "delta");
			assertThat(this.rest.get().uri("/api/v1/runners/one" + path + "?host=delta").exchange()).hasStatusOk();
		}
	}

	@Test
	void anotherMethodIsRefusedWithThoseThatAreAllowed() {
		MvcTestResult result = this.rest.method(HttpMethod.DELETE).uri("/api/v1/runners/one").exchange();
		assertThat(result).hasStatus(405).hasHeader("Allow", "GET,HEAD");
		assertThat(result).bodyJson().extractingPath("$.type").isEqualTo("/problems/method-not-allowed");
		assertThat(result).bodyJson().extractingPath("$.allowed[0]").isEqualTo("GET");
	}

	@ParameterizedTest
	@CsvSource({ "/api/v1/runners/one/samples,application/pdf", "/api/v1/runners,text/csv",
			"/api/v1/hosts,application/xml" })
	void aMediaTypeThatIsNotOfferedIsRefusedWithThoseThatAre(String path, String accept) {
		MvcTestResult result = this.rest.get().uri(path).header("Accept", accept).exchange();
		assertThat(result).hasStatus(406).hasContentType("application/problem+json");
		assertThat(result).bodyJson().extractingPath("$.type").isEqualTo("/problems/not-acceptable");
		assertThat(result).bodyJson().extractingPath("$.allowed").asArray().contains("application/json");
	}

	@Test
	void aBadRequestForCsvIsAProblemToo() {
		MvcTestResult result = this.rest.get()
			.uri("/api/v1/runners/one/samples?metric=x")
			.header("Accept", "text/csv")
			.exchange();
		assertThat(result).hasStatus(400).hasContentType("application/problem+json");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			/api/v1/runners/none           | garbage                         | 406
			/api/v1/runners/none           | text/html                       | 406
			/api/v1/nothing                | ;                               | 404
			/api/v1/                       | application/json;charset=UTF-16 | 404
			/api/v1/nothing                | application/json;q=2            | 404
			/api/v1/runners?limit=0        | a/b                             | 406
			/api/v1/runners/one/samples    | garbage                         | 406
			""")
	void noAcceptKeepsAProblemFromBeingTold(String path, String accept, int status) {
		MvcTestResult result = this.rest.get().uri(path).header("Accept", accept).exchange();
		assertThat(result).hasStatus(status).hasContentType("application/problem+json");
		assertThat(result).bodyJson().extractingPath("$.status").isEqualTo(status);
	}

	@Test
	void withoutDatabaseTheServiceIsUnavailableAndSaysWhenToTryAgain() {
		for (RuntimeException failure : new RuntimeException[] { new CannotCreateTransactionException("no connection"),
				new DataAccessResourceFailureException("no connection") }) {
			this.catalogue.failWith(failure);
			MvcTestResult result = this.rest.get().uri("/api/v1/hosts").exchange();
			assertThat(result).hasStatus(503).hasHeader("Retry-After", "5");
			assertThat(result).bodyJson().extractingPath("$.type").isEqualTo("/problems/database-unavailable");
		}
	}

	@Test
	void anErrorOfOursShowsNothingOfTheInside() {
		this.catalogue.failWith(new IllegalStateException("secret"));
		MvcTestResult result = this.rest.get().uri("/api/v1/hosts").exchange();
		assertThat(result).hasStatus(500);
		assertThat(result).bodyJson().extractingPath("$.type").isEqualTo("/problems/internal-error");
		assertThat(result).bodyText().doesNotContain("secret", "IllegalState");
	}

	@Test
	void longTextsAreNotEchoedEndlessly() {
		MvcTestResult result = this.rest.get().uri("/api/v1/runners/" + "x".repeat(5000)).exchange();
		assertThat(result).hasStatus(404).bodyJson().extractingPath("$.detail").asString().hasSizeLessThan(200);
	}

}
