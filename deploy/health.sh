#!/bin/bash
# Whether GET /health is 200. The base image has neither curl nor wget, and bash speaks no TLS: where HTTPS is all there is, whether
# somebody listens must do. HEALTH_PORT names the HTTP port where ASPNETCORE_URLS does not have the usual one.
set -euo pipefail

profile=${GRIDHOOK_PROFILE:-cloud}
policy=${inbound__serverAuth__tlsPolicy:-strict}
http=${HEALTH_PORT:-8080}
if [[ ${profile,,} == edge && -z ${HEALTH_PORT:-} ]]; then
  http=5888
  if [[ ${policy,,} == strict ]]; then
    exec 3<>/dev/tcp/127.0.0.1/4438
    exit 0
  fi
fi

exec 3<>"/dev/tcp/127.0.0.1/$http"
printf 'GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
read -r -t 8 _ status _ <&3
[[ $status == 200 ]]
