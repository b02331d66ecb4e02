#!/usr/bin/env bash
# Deletes a resource group that holds Gridhook, with all that is in it.
set -euo pipefail

usage() {
  cat <<'END'
Usage: deploy/remove.sh --resource-group NAME [options]

Deletes the resource group and everything in it: events that wait, dead letters, definitions and keys. There is no way back.

  -g, --resource-group NAME  the resource group
  -y, --yes                  do not ask
      --purge                delete its Key Vaults for good too, where they have no purge protection
  -h, --help                 this text

Needs az, signed in (az login).
END
}

fail() {
  printf 'remove.sh: %s\n' "$*" >&2
  exit 1
}

wrong_usage() {
  printf 'remove.sh: %s\n\n' "$*" >&2
  usage >&2
  exit 2
}

group='' yes=false purge=false
while (($# > 0)); do
  case "$1" in
    -g | --resource-group)
      (($# > 1)) || wrong_usage "$1: no value"
      group="$2" && shift 2
      ;;
    -y | --yes) yes=true && shift ;;
    --purge) purge=true && shift ;;
    -h | --help) usage && exit 0 ;;
    *) wrong_usage "$1: no such option" ;;
  esac
done
[[ -n "$group" ]] || wrong_usage '--resource-group: missing'
command -v az >/dev/null || fail 'az: not found (expected: on the PATH)'

subscription="$(az account show --query name --output tsv)" || fail 'not signed in to Azure (expected: az login)'
if [[ "$(az group exists --name "$group" --output tsv)" != true ]]; then
  printf '%s: no such resource group in subscription %s; nothing to do.\n' "$group" "$subscription"
  exit 0
fi

# Somebody else's group has no deployment of ours.
ours="$(az deployment group list --resource-group "$group" --query "length([?starts_with(name, 'gridhook-')])" --output tsv)" ||
  fail "the deployments in $group cannot be read"
[[ "$ours" != 0 ]] || fail "$group holds no deployment of Gridhook (expected: one called gridhook-…); it is left as it is."

printf 'In %s, subscription %s:\n' "$group" "$subscription"
az resource list --resource-group "$group" --query '[].[type, name]' --output tsv || fail "what is in $group cannot be read"
vaults="$(az resource list --resource-group "$group" --resource-type Microsoft.KeyVault/vaults --query '[].name' --output tsv)" ||
  fail "the Key Vaults in $group cannot be read"

if [[ "$yes" == false ]]; then
  read -r -p "All of this goes for good. The group's name, to go on: " answer || answer=''
  [[ "$answer" == "$group" ]] || fail 'not confirmed; nothing was deleted.'
fi

az group delete --name "$group" --yes || fail "deleting $group failed; what is left of it can be deleted by the same command."
if [[ "$purge" == true ]]; then
  for vault in $vaults; do
    az keyvault purge --name "$vault" || fail "$vault was deleted but not purged: it has purge protection, or the right is missing."
  done
fi
printf '%s is deleted.\n' "$group"
