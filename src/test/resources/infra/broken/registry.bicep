// expected: 2: module: no file br/public:avm/res/storage/storage-account:0.8.3
module account 'br/public:avm/res/storage/storage-account:0.8.3' = {
  name: 'account'
}
