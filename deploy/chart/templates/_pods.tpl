{{- define "svc.name" -}}
{{- if contains "svc" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-svc" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end -}}
{{- end }}

{{- define "svc.selector" -}}
app.kubernetes.io/name: svc
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "svc.labels" -}}
{{ include "svc.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "svc.image" -}}
{{ required "image.repository: name the image that deploy/Dockerfile builds" .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "svc.environment" -}}
- name: SVC_ROLES
  value: {{ .role | quote }}
- name: SVC_MIGRATE
  value: never
- name: SVC_METRICS_PORT
  value: "9464"
- name: SVC_PUBLIC_URL
  value: {{ required "publicUrl: the origin at which people reach the service" .root.Values.publicUrl | quote }}
- name: SVC_SITES_DOMAIN
  value: {{ required "sitesDomain: the domain below which uploaded builds are served" .root.Values.sitesDomain | quote }}
- name: SVC_TRUSTED_PROXIES
  value: {{ .root.Values.trustedProxies | quote }}
{{- with .root.Values.blobs }}
{{- if .s3.bucket }}
- name: SVC_BLOBS
  value: s3
- name: SVC_S3_BUCKET
  value: {{ .s3.bucket | quote }}
- name: SVC_S3_REGION
  value: {{ .s3.region | quote }}
{{- with .s3.endpoint }}
- name: SVC_S3_ENDPOINT
  value: {{ . | quote }}
{{- end }}
{{- with .s3.prefix }}
- name: SVC_S3_PREFIX
  value: {{ . | quote }}
{{- end }}
{{- else if not .existingClaim }}
{{- fail "blobs: name a bucket in blobs.s3.bucket, or a volume in blobs.existingClaim" }}
{{- end }}
{{- end }}
{{- if eq .role "capture" }}
- name: SVC_PAGES
  value: {{ .root.Values.capture.pages | quote }}
{{- end }}
{{- range $name, $value := .root.Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{- define "svc.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- define "svc.deployment" -}}
{{- $values := index .root.Values .role -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "svc.name" .root }}-{{ .role }}
  labels:
    {{- include "svc.labels" . | nindent 4 }}
spec:
  {{- if not .scaled }}
  replicas: {{ $values.replicas }}
  {{- end }}
  selector:
    matchLabels:
      {{- include "svc.selector" . | nindent 6 }}
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxUnavailable: 0
      maxSurge: 1
  template:
    metadata:
      labels:
        {{- include "svc.labels" . | nindent 8 }}
      annotations:
        prometheus.io/scrape: "true"
        prometheus.io/port: "9464"
    spec:
      {{- include "svc.pod" . | nindent 6 }}
      # Requests under way have 25 seconds, and captures go back to the queue.
      terminationGracePeriodSeconds: 60
      {{- with $values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "svc.selector" . | nindent 14 }}
      containers:
        - name: svc
          image: {{ include "svc.image" .root }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          args: [start]
          env:
            {{- include "svc.environment" . | nindent 12 }}
          envFrom:
            - secretRef:
                name: {{ .root.Values.existingSecret }}
          ports:
            {{- if eq .role "api" }}
            - name: http
              containerPort: 4300
            {{- end }}
            - name: metrics
              containerPort: 9464
          startupProbe:
            httpGet: { path: /readyz, port: metrics }
            periodSeconds: 2
            failureThreshold: 60
          readinessProbe:
            httpGet: { path: /readyz, port: metrics }
            periodSeconds: 5
            timeoutSeconds: 5
          livenessProbe:
            httpGet: { path: /livez, port: metrics }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          resources:
            {{- toYaml $values.resources | nindent 12 }}
          securityContext:
            {{- include "svc.containerSecurity" . | nindent 12 }}
          volumeMounts:
            - name: data
              mountPath: /data
            - name: tmp
              mountPath: /tmp
            {{- if eq .role "capture" }}
            - name: shared-memory
              mountPath: /dev/shm
            {{- end }}
            {{- if and .root.Values.blobs.existingClaim (not .root.Values.blobs.s3.bucket) }}
            - name: blobs
              mountPath: /data/blobs
            {{- end }}
      volumes:
        - name: data
          emptyDir: {}
        - name: tmp
          emptyDir: {}
        {{- if eq .role "capture" }}
        - name: shared-memory
          emptyDir:
            medium: Memory
            sizeLimit: {{ .root.Values.capture.sharedMemory }}
        {{- end }}
        {{- if and .root.Values.blobs.existingClaim (not .root.Values.blobs.s3.bucket) }}
        - name: blobs
          persistentVolumeClaim:
            claimName: {{ .root.Values.blobs.existingClaim }}
        {{- end }}
{{- end }}

{{- define "svc.pod" -}}
serviceAccountName: {{ include "svc.name" .root }}
# No pod asks the API of Kubernetes for anything.
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    {{- if eq .role "capture" }}
    # Lets Chromium make the user namespaces of its sandbox.
    type: Localhost
    localhostProfile: {{ .root.Values.capture.seccompProfile }}
    {{- else }}
    type: RuntimeDefault
    {{- end }}
{{- end }}

{{- define "svc.disruptionBudget" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "svc.name" .root }}-{{ .role }}
  labels:
    {{- include "svc.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      {{- include "svc.selector" . | nindent 6 }}
{{- end }}
