// Asks the app how it is, from outside: an app that does not start writes no log line and answers nobody.

@description('Required. The test\'s name.')
param testName string

@description('Required. Where the test is kept; it runs from healthTestLocations.')
param location string

@description('Required. Tags of the test and its alert.')
param tags object

@description('Required. The name that the app answers to.')
param hostName string

@description('Required. The Application Insights component.')
param applicationInsightsName string

@description('Required. Azure\'s ids of the places that the test runs from.')
param healthTestLocations array

@description('Required. Resource ids of the action groups that are told.')
param actionGroupIds array

@description('Required. Whether the alert is evaluated.')
param alertsEnabled bool

resource insights 'Microsoft.Insights/components@2020-02-02' existing = {
  name: applicationInsightsName
}

resource test 'Microsoft.Insights/webtests@2022-06-15' = {
  name: testName
  location: location
  // The link is how Azure finds the component.
  tags: union(tags, { 'hidden-link:${insights.id}': 'Resource' })
  kind: 'standard'
  properties: {
    Name: testName
    SyntheticMonitorId: testName
    Kind: 'standard'
    Enabled: true
    Frequency: 300
    Timeout: 30
    RetryEnabled: true
    Locations: [for place in healthTestLocations: {
      Id: place
    }]
    Request: {
      HttpVerb: 'GET'
      RequestUrl: 'https://${hostName}/health'
    }
    ValidationRules: {
      ExpectedHttpStatusCode: 200
    }
  }
}

resource onOutage 'Microsoft.Insights/metricAlerts@2018-03-01' = {
  name: '${testName}-alert'
  location: 'global'
  tags: tags
  properties: {
    description: 'Gridhook: /health does not answer 200, from two places or the only one.'
    enabled: alertsEnabled
    severity: 0
    scopes: [
      test.id
      insights.id
    ]
    evaluationFrequency: 'PT1M'
    windowSize: 'PT5M'
    autoMitigate: true
    criteria: {
      'odata.type': 'Microsoft.Azure.Monitor.WebtestLocationAvailabilityCriteria'
      componentId: insights.id
      failedLocationCount: min(2, length(healthTestLocations))
      webTestId: test.id
    }
    actions: [for id in actionGroupIds: {
      actionGroupId: id
    }]
  }
}
