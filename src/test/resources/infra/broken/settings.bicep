// expected: 4: setting: GRIDHOOK_PROFIL is known to nobody
// expected: 5: setting: AzureWebJobsStorage__acountName is known to nobody
var settings = {
  GRIDHOOK_PROFIL: 'cloud'
  AzureWebJobsStorage__acountName: 'a'
  GRIDHOOK_PROFILE: 'cloud'
}
@description('Settings.')
output settings object = settings
