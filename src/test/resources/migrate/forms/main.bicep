param topicName string
param location string = resourceGroup().location

resource topic 'Microsoft.EventGrid/topics@2022-06-15' = {
  name: topicName
  location: location
}
