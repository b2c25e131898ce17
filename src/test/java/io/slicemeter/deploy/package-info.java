/// Tests of what operators install: the image, the compose file, the chart, dashboards
/// and alerts.
@org.jspecify.annotations.NullMarked
package io.slicemeter.deploy;
