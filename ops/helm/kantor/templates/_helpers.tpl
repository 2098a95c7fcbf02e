{{/* The names of all that belongs to one release. */}}
{{- define "kantor.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "kantor.labels" -}}
app.kubernetes.io/name: kantor
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{/* What a role's pods are known by: (dict "root" $ "role" "api"). */}}
{{- define "kantor.selector" -}}
app.kubernetes.io/name: kantor
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end -}}

{{- define "kantor.image" -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end -}}

{{/* The claim of the data folder; empty: each pod has a folder of its own, and files are in a bucket. */}}
{{- define "kantor.claim" -}}
{{- if .Values.data.existingClaim -}}
{{- .Values.data.existingClaim -}}
{{- else if .Values.data.claim -}}
{{- include "kantor.name" . }}-data
{{- else if not .Values.bucket.name -}}
{{- fail "files need a claim (data) or a bucket (bucket.name)" -}}
{{- end -}}
{{- end -}}

{{/* The settings of every container. Values come from files, so that no list of processes or of variables shows a secret. */}}
{{- define "kantor.environment" -}}
- name: DATABASE_URL_FILE
  value: /run/secrets/kantor/app-url
- name: KANTOR_JWT_SECRET_FILE
  value: /run/secrets/kantor/jwt-secret
- name: KANTOR_PUBLIC_URL
  value: {{ printf "https://%s" (required "domain must be the name that people use, such as kantor.example" .Values.domain) | quote }}
- name: KANTOR_TRUST_PROXY
  value: {{ required "trustProxy must be the networks of the ingress controller's pods" .Values.trustProxy | quote }}
# A Job does it, once a release.
- name: KANTOR_MIGRATE
  value: 'off'
{{- with .Values.bucket.name }}
- name: KANTOR_S3_BUCKET
  value: {{ . | quote }}
{{- end }}
{{- if or .Values.bucket.name .Values.backup.enabled }}
{{- with .Values.bucket.endpoint }}
- name: KANTOR_S3_ENDPOINT
  value: {{ . | quote }}
{{- end }}
- name: KANTOR_S3_KEY_ID
  value: {{ required "bucket.keyId must be the id of the bucket's key" .Values.bucket.keyId | quote }}
- name: KANTOR_S3_SECRET_FILE
  value: /run/secrets/kantor/s3-secret
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end -}}

{{/* What a container has to read and to write: (dict "root" $ "more" (list "owner-url") "files" true), the further keys of the Secret and whether it needs what people have uploaded. */}}
{{- define "kantor.volumes" -}}
- name: secrets
  secret:
    secretName: {{ .root.Values.secret }}
    # The user of the image, by the group of the pod.
    defaultMode: 0440
    items:
      {{- $keys := concat (list "app-url" "jwt-secret") .more }}
      {{- if or .root.Values.bucket.name .root.Values.backup.enabled }}
      {{- $keys = concat $keys (list "s3-secret") }}
      {{- end }}
      {{- range $keys }}
      - { key: {{ . }}, path: {{ . }} }
      {{- end }}
# Web assets of releases, compiled code, uploads under way.
- name: data
  {{- if and .files (include "kantor.claim" .root) }}
  persistentVolumeClaim:
    claimName: {{ include "kantor.claim" .root }}
  {{- else }}
  emptyDir: {}
  {{- end }}
- name: temporary
  emptyDir: {}
{{- end -}}

{{- define "kantor.mounts" -}}
- { name: secrets, mountPath: /run/secrets/kantor, readOnly: true }
- { name: data, mountPath: /data }
- { name: temporary, mountPath: /tmp }
{{- end -}}

{{/* What every pod may do: nothing of its node, and nothing of the cluster. */}}
{{- define "kantor.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "kantor.container" -}}
image: {{ include "kantor.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end -}}

{{/* A role's Deployment: (dict "root" $ "role" "api" "values" .Values.api "ready" 3000). */}}
{{- define "kantor.deployment" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "kantor.name" .root }}-{{ .role }}
  labels: {{ include "kantor.labels" .root | nindent 4 }}
spec:
  replicas: {{ .values.replicas }}
  # One after the other, and none goes before the next one answers.
  strategy: { type: RollingUpdate, rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } }
  selector:
    matchLabels: {{ include "kantor.selector" . | nindent 6 }}
  template:
    metadata:
      labels: {{ include "kantor.selector" . | nindent 8 }}
    spec:
      {{- include "kantor.pod" .root | nindent 6 }}
      # The drain, and the end of what was begun.
      terminationGracePeriodSeconds: 60
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels: {{ include "kantor.selector" . | nindent 14 }}
      containers:
        - name: kantor
          {{- include "kantor.container" .root | nindent 10 }}
          args: [--role, {{ .role }}]
          env:
            {{- include "kantor.environment" .root | nindent 12 }}
            {{- if .root.Values.metrics.enabled }}
            - { name: KANTOR_METRICS_PORT, value: '9464' }
            - { name: KANTOR_METRICS_HOST, value: 0.0.0.0 }
            - { name: KANTOR_METRICS_TOKEN_FILE, value: /run/secrets/kantor/metrics-token }
            {{- end }}
          ports:
            {{- if eq .role "api" }}
            - { name: http, containerPort: 3000 }
            {{- end }}
            - { name: health, containerPort: 3001 }
            {{- if .root.Values.metrics.enabled }}
            - { name: metrics, containerPort: 9464 }
            {{- end }}
          # A start looks at the schema, the roles and the clock first.
          startupProbe: { httpGet: { path: /live, port: health }, periodSeconds: 2, failureThreshold: 60 }
          livenessProbe: { httpGet: { path: /live, port: health }, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6 }
          readinessProbe: { httpGet: { path: /ready, port: {{ .ready }} }, periodSeconds: 2, timeoutSeconds: 3, failureThreshold: 1 }
          resources: {{ toYaml .values.resources | nindent 12 }}
          volumeMounts:
            {{- include "kantor.mounts" .root | nindent 12 }}
      volumes:
        {{- $more := list }}
        {{- if .root.Values.metrics.enabled }}{{ $more = list "metrics-token" }}{{ end }}
        {{- include "kantor.volumes" (dict "root" .root "more" $more "files" true) | nindent 8 }}
{{- end -}}

{{/* The pod of a command of the owner: (dict "root" $ "more" (list "backup-passphrase") "files" true "command" (list "drill" …)). */}}
{{- define "kantor.command" -}}
spec:
  {{- include "kantor.pod" .root | nindent 2 }}
  restartPolicy: Never
  containers:
    - name: kantor
      {{- include "kantor.container" .root | nindent 6 }}
      command: [node, server/src/app/cli.ts]
      args: {{ toJson .command }}
      env:
        {{- include "kantor.environment" .root | nindent 8 }}
        - { name: KANTOR_OWNER_DATABASE_URL_FILE, value: /run/secrets/kantor/owner-url }
      volumeMounts:
        {{- include "kantor.mounts" .root | nindent 8 }}
  volumes:
    {{- include "kantor.volumes" (dict "root" .root "more" (concat (list "owner-url") .more) "files" .files) | nindent 4 }}
{{- end -}}

{{/* A nightly or weekly command with the passphrase: (dict "root" $ "name" "drill" "schedule" … "command" …). */}}
{{- define "kantor.cron" -}}
apiVersion: batch/v1
kind: CronJob
metadata:
  name: {{ include "kantor.name" .root }}-{{ .name }}
  labels: {{ include "kantor.labels" .root | nindent 4 }}
spec:
  schedule: {{ .schedule | quote }}
  timeZone: Etc/UTC
  concurrencyPolicy: Forbid
  # What failed is told by the log, by `doctor` and by the alerts, and tried again the next time.
  jobTemplate:
    spec:
      backoffLimit: 0
      template:
        {{- $command := concat .command (list "--passphrase-file" "/run/secrets/kantor/backup-passphrase") }}
        {{- include "kantor.command" (dict "root" .root "more" (list "backup-passphrase") "files" true "command" $command) | nindent 8 }}
{{- end -}}
