{{- define "slicemeter.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/* At most 50 characters, so that a component's name still fits. */}}
{{- define "slicemeter.fullname" -}}
{{- $name := include "slicemeter.name" . }}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" }}
{{- else if contains $name .Release.Name }}
{{- .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name $name | trunc 50 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- define "slicemeter.serviceAccountName" -}}
{{- if .Values.serviceAccount.create }}
{{- default (include "slicemeter.fullname" .) .Values.serviceAccount.name }}
{{- else }}
{{- default "default" .Values.serviceAccount.name }}
{{- end }}
{{- end }}

{{- define "slicemeter.image" -}}
{{- if .Values.image.digest }}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest }}
{{- else }}
{{- printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) }}
{{- end }}
{{- end }}

{{/* Call with (dict "root" $ "component" "agent"); without a component for what belongs to none. */}}
{{- define "slicemeter.selectorLabels" -}}
app.kubernetes.io/name: {{ include "slicemeter.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- with .component }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end }}

{{- define "slicemeter.labels" -}}
{{ include "slicemeter.selectorLabels" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "slicemeter.podLabels" -}}
{{ include "slicemeter.labels" . }}
{{- with .workload.podLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* The one answer to "who may ask", for every part that listens. */}}
{{- define "slicemeter.checkAuth" -}}
{{- $auth := .Values.auth }}
{{- if not (or $auth.tokens $auth.existingSecret $auth.jwt.issuerUri $auth.trustNetwork) }}
{{- fail "nobody could ask: set one of auth.tokens, auth.existingSecret, auth.jwt.issuerUri or, only inside a mesh that authenticates, auth.trustNetwork" }}
{{- end }}
{{- if and $auth.jwt.issuerUri (not $auth.jwt.audiences) }}
{{- fail "auth.jwt.audiences is required with auth.jwt.issuerUri: without it every token of that issuer would be accepted" }}
{{- end }}
{{- end }}

{{/*
The properties of a process as JSON, for SPRING_APPLICATION_JSON. Call with root, role, url, own (a dict), properties.
Whatever the user sets in `properties` goes before.
*/}}
{{- define "slicemeter.properties" -}}
{{- $auth := .root.Values.auth }}
{{- $imports := list "configtree:/etc/slicemeter/credentials/" }}
{{- $all := dict "slicemeter.role" .role "spring.datasource.url" .url }}
{{- with .root.Values.logging.format }}
{{- $_ := set $all "logging.structured.format.console" . }}
{{- end }}
{{- if .listens }}
{{- $_ := set $all "server.address" "0.0.0.0" }}
{{- $_ := set $all "server.port" 8080 }}
{{- with $auth.tokens }}
{{- $_ := set $all "slicemeter.security.tokens" . }}
{{- end }}
{{- with $auth.jwt.issuerUri }}
{{- $_ := set $all "spring.security.oauth2.resourceserver.jwt.issuer-uri" . }}
{{- $_ := set $all "spring.security.oauth2.resourceserver.jwt.audiences" (join "," $auth.jwt.audiences) }}
{{- end }}
{{- if $auth.trustNetwork }}
{{- $_ := set $all "slicemeter.security.trust-network" true }}
{{- end }}
{{- if $auth.existingSecret }}
{{- $imports = append $imports "file:/etc/slicemeter/auth/auth.yaml" }}
{{- end }}
{{- end }}
{{- $_ := set $all "spring.config.import" (join "," $imports) }}
{{- mergeOverwrite $all .own .properties | mustToJson }}
{{- end }}

{{- define "slicemeter.databaseUrl" -}}
{{- required "database.url is required, e.g. jdbc:postgresql://postgres:5432/slicemeter" .Values.database.url }}
{{- end }}

{{/* Call with a dict; `add` names a capability. */}}
{{- define "slicemeter.securityContext" -}}
allowPrivilegeEscalation: false
capabilities:
  drop: [ALL]
  {{- with .add }}
  add: [{{ . }}]
  {{- end }}
privileged: false
readOnlyRootFilesystem: true
{{- end }}

{{- define "slicemeter.podSecurityContext" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{/* Call with root, json, javaOptions. */}}
{{- define "slicemeter.env" -}}
- name: SPRING_APPLICATION_JSON
  value: {{ .json | quote }}
- name: JAVA_TOOL_OPTIONS
  value: {{ .javaOptions | quote }}
{{- end }}

{{- define "slicemeter.ports" -}}
- name: http
  containerPort: 8080
  protocol: TCP
{{- end }}

{{- define "slicemeter.probes" -}}
startupProbe:
  httpGet: {path: /livez, port: http}
  periodSeconds: 2
  failureThreshold: 90
livenessProbe:
  httpGet: {path: /livez, port: http}
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: {path: /readyz, port: http}
  periodSeconds: 5
  timeoutSeconds: 5
{{- end }}

{{- define "slicemeter.volumeMounts" -}}
- {name: tmp, mountPath: /tmp}
- {name: credentials, mountPath: /etc/slicemeter/credentials, readOnly: true}
{{- if .Values.database.caSecret }}
- {name: database-ca, mountPath: /etc/slicemeter/database, readOnly: true}
{{- end }}
{{- end }}

{{/* Call with root, role (of the database), secret. Files, not environment: no child and no dump shows them. */}}
{{- define "slicemeter.volumes" -}}
- name: tmp
  emptyDir: {sizeLimit: 256Mi}
- name: credentials
  secret:
    secretName: {{ required (printf "database.%s.existingSecret is required: a secret with the user's name and password" .role) .secret.existingSecret | quote }}
    defaultMode: 0440
    items:
      - {key: {{ .secret.usernameKey | quote }}, path: spring.datasource.username}
      - {key: {{ .secret.passwordKey | quote }}, path: spring.datasource.password}
{{- with .root.Values.database.caSecret }}
- name: database-ca
  secret:
    secretName: {{ . | quote }}
    defaultMode: 0440
    items:
      - {key: ca.crt, path: ca.crt}
{{- end }}
{{- end }}

{{- define "slicemeter.authVolume" -}}
- name: auth
  secret:
    secretName: {{ . | quote }}
    defaultMode: 0440
    items:
      - {key: auth.yaml, path: auth.yaml}
{{- end }}

{{- define "slicemeter.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "slicemeter.selectorLabels" . | nindent 8 }}
{{- end }}
