#!/bin/bash
# Starts the Functions host as this process, so that it gets the signal to stop. Bash, not sh: Debian's sh drops settings with a dot in
# their names (AzureWebJobs.Deliver.Disabled).
#
# Where it listens: ASPNETCORE_URLS, if that is set. Else 8080, and in profile edge the module's ports (behaviour §14) by
# inbound__serverAuth__tlsPolicy: strict (the module's default) is HTTPS on 4438, disabled HTTP on 5888, enabled both.
set -euo pipefail

host=${HOST_COMMAND:-/azure-functions-host/Microsoft.Azure.WebJobs.Script.WebHost}
http=http://+:5888
https=https://+:4438

fail() {
  echo "Gridhook: $1" >&2
  exit 64
}

urls_of_edge() {
  local policy=${inbound__serverAuth__tlsPolicy:-strict}
  case "${policy,,}" in
    strict) echo "$https" ;;
    enabled) echo "$http;$https" ;;
    disabled) echo "$http" ;;
    *) fail "inbound__serverAuth__tlsPolicy: $policy (expected: strict, enabled or disabled)" ;;
  esac
}

profile=${GRIDHOOK_PROFILE:-cloud}
if [[ -z ${ASPNETCORE_URLS:-} ]]; then
  ASPNETCORE_URLS=http://+:8080
  if [[ ${profile,,} == edge ]]; then
    ASPNETCORE_URLS=$(urls_of_edge)
  fi
fi

# Kestrel makes a certificate of its own only where .NET is developed. The module had the device's; the host cannot ask for that.
certificate=${Kestrel__Certificates__Default__Path:-}
if [[ $ASPNETCORE_URLS == *https://* && ! -r $certificate ]]; then
  fail "Kestrel__Certificates__Default__Path: ${certificate:-empty} (expected: a certificate that can be read, for HTTPS; or set \
inbound__serverAuth__tlsPolicy to disabled)"
fi

export ASPNETCORE_URLS
exec "$host"
