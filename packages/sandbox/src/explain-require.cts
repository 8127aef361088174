/**
 * Loads a module of this package for `require`. Node.js can; Jest can when it is started with a flag, and says so in
 * words that do not name it.
 */
module.exports = function explainRequire<Loaded>(load: () => Loaded): Loaded {
  try {
    return load();
  } catch (error) {
    // Of another realm where Jest threw it.
    if ((error as { readonly code?: unknown }).code !== 'ERR_REQUIRE_ESM') throw error;
    const how =
      'Start Jest with NODE_OPTIONS=--experimental-vm-modules, as in: NODE_OPTIONS=--experimental-vm-modules npx jest';
    throw new Error(
      `@payments-platform/sandbox is an ES module, which Jest loads only with a flag of Node.js. ${how}`,
      {
        cause: error,
      },
    );
  }
};
