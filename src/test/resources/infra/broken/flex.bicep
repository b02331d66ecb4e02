// expected: 5: setting: FUNCTIONS_WORKER_RUNTIME is known to nobody
// expected: 5: flex: FUNCTIONS_WORKER_RUNTIME is not for Flex Consumption
// expected: 6: flex: linuxFxVersion is not for Flex Consumption
var settings = {
  FUNCTIONS_WORKER_RUNTIME: 'java'
  linuxFxVersion: 'JAVA|17'
}
@description('Settings.')
output settings object = settings
