#!/usr/bin/env bash
# Deploys Gridhook: the resources that infra/ describes, then the function app's package. Safe to run again at any time.
set -euo pipefail

PROJECT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
readonly PROJECT
readonly STAGED="$PROJECT/target/azure-functions/gridhook"
# Waits, in seconds; tests set them to nothing.
readonly RETRY_WAIT="${GRIDHOOK_DEPLOY_RETRY_WAIT:-30}"
readonly HEALTH_WAIT="${GRIDHOOK_DEPLOY_HEALTH_WAIT:-10}"
# A package is taken as soon as the new role assignments count, which takes minutes at most.
readonly PACKAGE_TRIES=5
# 10 minutes: a cold start behind a fresh private network is the slowest there is.
readonly HEALTH_TRIES=60
# Every 2 minutes: a reference that was read before its role counted is not read again for hours (Azure/azure-functions-host#8269).
readonly REFRESH_TRIES=12

usage() {
  cat <<'END'
Usage: deploy/deploy.sh --resource-group NAME [options]

Makes or updates the resources, builds and uploads the package, and waits until the app answers.

  -g, --resource-group NAME  the resource group; made if it is not there
  -l, --location REGION      where the resource group is made (westeurope); resources are made where the group is
  -e, --environment NAME     short name of this deployment (prod); names and tags are made of it
  -p, --parameters FILE      Bicep parameters (infra/main.bicepparam)
  -s, --set NAME=VALUE       one more parameter of infra/main.bicep; may be repeated. Give it at the next run as well, or it is undone
      --zip FILE             upload this package instead of building one: to roll back, or what CI built
      --skip-infra           leave the resources as they are, upload the package only
      --what-if              say what would change about the resources, and change nothing
      --no-wait              do not wait for the app's answer (private networks that this machine is not in)
  -h, --help                 this text

What runs again every time may come from the environment: AZURE_PRIVATE_NETWORK (true or false), and AZURE_PRINCIPAL_ID and
AZURE_PRINCIPAL_TYPE of who may read the keys (whoever is signed in).

Needs bash 4.4, az (2.60.0 or newer, signed in: az login), curl, zip, and Maven and a JDK 17 unless --zip is given.
END
}

step() { printf '==> %s\n' "$*"; }

fail() {
  printf 'deploy.sh: %s\n' "$*" >&2
  exit 1
}

wrong_usage() {
  printf 'deploy.sh: %s\n\n' "$*" >&2
  usage >&2
  exit 2
}

# Says what was tried when az ends with an error; what az itself said stands above it.
try_az() {
  local what="$1"
  shift
  az "$@" || fail "$what failed (az $1 ${2:-}); nothing after it was done. It is safe to run this again."
}

group='' location='westeurope' environment='prod' parameters="$PROJECT/infra/main.bicepparam" zip_file=''
infra=true what_if=false wait=true
extra=()

while (($# > 0)); do
  case "$1" in
    -g | --resource-group | -l | --location | -e | --environment | -p | --parameters | -s | --set | --zip)
      (($# > 1)) || wrong_usage "$1: no value"
      case "$1" in
        -g | --resource-group) group="$2" ;;
        -l | --location) location="$2" ;;
        -e | --environment) environment="$2" ;;
        -p | --parameters) parameters="$2" ;;
        -s | --set)
          [[ "$2" == ?*=* ]] || wrong_usage "$1: $2 (expected: NAME=VALUE)"
          extra+=("$2")
          ;;
        --zip) zip_file="$2" ;;
      esac
      shift 2
      ;;
    --skip-infra) infra=false && shift ;;
    --what-if) what_if=true && shift ;;
    --no-wait) wait=false && shift ;;
    -h | --help) usage && exit 0 ;;
    *) wrong_usage "$1: no such option" ;;
  esac
done

[[ -n "$group" ]] || wrong_usage '--resource-group: missing'
[[ "$environment" =~ ^[a-z][a-z0-9-]{0,19}$ ]] ||
  wrong_usage "--environment: $environment (expected: 1 to 20 lower-case letters, digits and hyphens, a letter first)"
[[ -f "$parameters" ]] || wrong_usage "--parameters: $parameters (expected: a file)"
[[ -z "$zip_file" || -f "$zip_file" ]] || wrong_usage "--zip: $zip_file (expected: a file)"
[[ "$what_if" == false || "$infra" == true ]] || wrong_usage '--what-if: with --skip-infra (expected: one of them)'

needs=(az curl)
[[ -n "$zip_file" || "$what_if" == true ]] || needs+=(zip mvn)
for tool in "${needs[@]}"; do
  command -v "$tool" >/dev/null || fail "$tool: not found (expected: on the PATH)"
done

subscription="$(az account show --query name --output tsv)" || fail 'not signed in to Azure (expected: az login)'
readonly deployment="gridhook-$environment"

# What says whether storage and the vault are private; nothing, if nobody does.
private_network_of_this_run() {
  local pair private="${AZURE_PRIVATE_NETWORK:-}"
  [[ -n "$private" ]] || private="$(sed -n 's/^param privateNetwork = \(true\|false\)\r\{0,1\}$/\1/p' "$parameters")"
  for pair in "${extra[@]}"; do
    [[ "$pair" != privateNetwork=* ]] || private="${pair#*=}"
  done
  printf '%s' "$private"
}

# The last run's --set is not this one's: without this, an upgrade would open a private account to the world and say nothing.
refuse_opening_by_silence() {
  local before
  before="$(az deployment group show --resource-group "$group" --name "$deployment" --output tsv \
    --query properties.parameters.privateNetwork.value 2>/dev/null || true)"
  [[ "${before,,}" != true || -n "$(private_network_of_this_run)" ]] ||
    fail "privateNetwork: not set, and $deployment has true (expected: --set privateNetwork=true to keep it,
  --set privateNetwork=false to open storage and Key Vault to public networks)"
}

# infra/*.bicepparam read these.
read_by_parameter_files() {
  # A service principal is no user; who may read the keys is then as it was.
  [[ -n "${AZURE_PRINCIPAL_ID:-}" ]] ||
    AZURE_PRINCIPAL_ID="$(az ad signed-in-user show --query id --output tsv 2>/dev/null || true)"
  export AZURE_ENV_NAME="$environment" AZURE_PRIVATE_NETWORK="${AZURE_PRIVATE_NETWORK:-false}"
  export AZURE_PRINCIPAL_ID AZURE_PRINCIPAL_TYPE="${AZURE_PRINCIPAL_TYPE:-User}"
}

# Names in one line, values in the next, each value behind an equals sign: reading skips fields that are empty.
deployment_outputs() {
  az deployment group show --resource-group "$group" --name "$deployment" --output tsv \
    --query "[keys(properties.outputs), values(properties.outputs)[].join('', ['=', to_string(value)])]"
}

# ARM keeps values of outputs, but not the case of their names (azurE_FUNCTION_APP_NAME).
output() {
  local name="$1" i value
  for i in "${!names[@]}"; do
    value="${values[i]:-}"
    value="${value#=}"
    if [[ "${names[i]^^}" == "$name" && -n "$value" && "$value" != null ]]; then
      printf '%s' "$value"
      return
    fi
  done
  fail "deployment $deployment in $group has no output $name (expected: made by infra/main.bicep)"
}

if [[ "$infra" == true ]]; then
  template=(--resource-group "$group" --parameters "$parameters" "${extra[@]}")
  exists="$(az group exists --name "$group" --output tsv)" || fail "whether $group is there cannot be asked"
  [[ "$exists" != true ]] || refuse_opening_by_silence
  read_by_parameter_files
  if [[ "$what_if" == true ]]; then
    step "What would change in $group, subscription $subscription"
    try_az 'The comparison' deployment group what-if "${template[@]}"
    exit 0
  fi
  step "Resource group $group, subscription $subscription"
  if [[ "$exists" != true ]]; then
    try_az 'Making the resource group' group create --name "$group" --location "$location" --output none
  fi
  step "Resources of $deployment (some minutes, the first time)"
  try_az 'The deployment of the resources' deployment group create --name "$deployment" "${template[@]}" --output none
fi

outputs="$(deployment_outputs)" ||
  fail "deployment $deployment in $group cannot be read (expected: made by this script, without --skip-infra)"
mapfile -t lines <<<"$outputs"
IFS=$'\t' read -r -a names <<<"${lines[0]:-}"
IFS=$'\t' read -r -a values <<<"${lines[1]:-}"
app="$(output AZURE_FUNCTION_APP_NAME)"
host="$(output AZURE_FUNCTION_HOST_NAME)"
vault="$(output AZURE_KEY_VAULT_NAME)"

if [[ -z "$zip_file" ]]; then
  step 'Package (mvn package)'
  (cd "$PROJECT" && mvn -q -B -DskipTests package) || fail 'mvn package failed; the app that runs is as it was.'
  [[ -f "$STAGED/host.json" ]] || fail "$STAGED/host.json: missing (expected: staged by mvn package)"
  # By what it was built from, so that it can be found again to roll back.
  version="$(git -C "$PROJECT" describe --always --dirty 2>/dev/null || date -u +%Y%m%dT%H%M%SZ)"
  zip_file="$PROJECT/target/gridhook-$version.zip"
  rm -f "$zip_file"
  # local.settings.json is for local runs: its keys are known to everybody.
  (cd "$STAGED" && zip -q -r "$zip_file" . -x local.settings.json) || fail "$zip_file: cannot be written"
fi

step "Upload of $(basename "$zip_file") to $app"
# On Flex Consumption az makes this a "one deploy": the package goes to the app's container, and instances are replaced.
for ((try = 1; ; try++)); do
  if az functionapp deployment source config-zip --resource-group "$group" --name "$app" --src "$zip_file" --output none; then
    break
  fi
  ((try < PACKAGE_TRIES)) ||
    fail "the upload to $app failed $PACKAGE_TRIES times; the version that ran goes on. It is safe to run this again."
  printf '    not taken yet, again in %s s (%s of %s)\n' "$RETRY_WAIT" "$try" "$PACKAGE_TRIES"
  sleep "$RETRY_WAIT"
done

# {subscriptionId} is az rest's own.
readonly REFERENCES="/subscriptions/{subscriptionId}/resourceGroups/$group/providers/Microsoft.Web/sites/$app/config/configreferences/appsettings"
readonly REFERENCES_VERSION='api-version=2022-03-01'

refresh_references() {
  az rest --method post --url "$REFERENCES/refresh?$REFERENCES_VERSION" --output none 2>/dev/null || true
}

# Names and states, or nothing: it helps to say why the app does not answer, and is no failure of its own.
unresolved_references() {
  az rest --method get --url "$REFERENCES?$REFERENCES_VERSION" --output tsv \
    --query "value[?properties.status!='Resolved'].join(' ', [name, to_string(properties.status)])" 2>/dev/null || true
}

if [[ "$wait" == true ]]; then
  step "Waiting for https://$host/health"
  for ((try = 1; ; try++)); do
    if curl --fail --silent --show-error --output /dev/null --max-time 10 "https://$host/health" 2>/dev/null; then
      break
    fi
    if ((try >= HEALTH_TRIES)); then
      unresolved="$(unresolved_references)"
      fail "https://$host/health does not answer 200 ($HEALTH_TRIES tries).
  If this machine is not in the app's network, use --no-wait. A wrong setting keeps the app from starting: /health and its log say which.
  Key Vault references that are not resolved: ${unresolved:-none, or they cannot be asked for}"
    fi
    ((try % REFRESH_TRIES != 0)) || refresh_references
    printf '.'
    sleep "$HEALTH_WAIT"
  done
  printf '\n'
fi

cat <<END
Gridhook runs.
  Publish     https://$host/topics/TOPIC/api/events
  Manage      https://$host/topics/TOPIC/eventSubscriptions/NAME
  Health      https://$host/health
  Management  az keyvault secret show --vault-name $vault --name gridhook-management-key --query value --output tsv
  Package     $zip_file (keep it, to roll back: --skip-infra --zip)
END
