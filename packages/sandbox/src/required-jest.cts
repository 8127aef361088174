const explainRequire: <Loaded>(load: () => Loaded) => Loaded = require('./explain-require.cjs');

module.exports = explainRequire(() => require('./jest.js'));
