// Production. Values that differ from one deployment to the next come from the environment.
using './main.bicep'

param environmentName = readEnvironmentVariable('AZURE_ENV_NAME', 'prod')
param location = readEnvironmentVariable('AZURE_LOCATION', 'westeurope')
param instanceMemoryMB = 2048
param maximumInstanceCount = 100
// Two, as zones ask for; they take publishes and make first attempts. Add function:Retry where retries are to start at once too.
param alwaysReady = [
  {
    name: 'http'
    instanceCount: 2
  }
]
param zoneRedundant = true
param privateNetwork = false
param purgeProtection = true
param logRetentionDays = 90
param healthTestLocations = [
  'emea-nl-ams-azr'
  'emea-gb-db3-azr'
  'emea-fr-pra-edge'
]
