{{- define "stillreel.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "stillreel.labels" -}}
app.kubernetes.io/name: stillreel
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | quote }}
{{- end -}}

{{- define "stillreel.webSelector" -}}
app.kubernetes.io/name: stillreel
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/component: web
{{- end -}}

{{- define "stillreel.workerSelector" -}}
app.kubernetes.io/name: stillreel
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/component: worker
{{- end -}}

{{- define "stillreel.image" -}}
{{- $repository := required "Set image.repository to the address of the image in your registry." .Values.image.repository -}}
{{- if .Values.image.digest -}}
{{ printf "%s@%s" $repository .Values.image.digest | quote }}
{{- else -}}
{{ printf "%s:%s" $repository (default .Chart.AppVersion .Values.image.tag) | quote }}
{{- end -}}
{{- end -}}

{{- define "stillreel.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "stillreel.containerSecurity" -}}
readOnlyRootFilesystem: true
allowPrivilegeEscalation: false
capabilities:
  drop: [ALL]
{{- end -}}

{{- define "stillreel.envFrom" -}}
- secretRef:
    name: {{ required "Set secretName to an existing secret with SECRET, DATABASE_URL and STORAGE_URL." .Values.secretName | quote }}
{{- end -}}

{{- define "stillreel.env" -}}
- name: PUBLIC_URL
  value: {{ required "Set publicUrl to the public address, such as https://shots.example.org." .Values.publicUrl | quote }}
- name: TRUST_PROXY
  value: "true"
{{- range $name, $value := .Values.env }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end -}}

{{- define "stillreel.probes" -}}
startupProbe:
  httpGet: { path: /healthz, port: http }
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /healthz, port: http }
  periodSeconds: 10
  timeoutSeconds: 3
readinessProbe:
  httpGet: { path: /readyz, port: http }
  periodSeconds: 5
  timeoutSeconds: 5
  failureThreshold: 2
{{- end -}}
