/**
 * Loads a module of this package for `require`. Node.js can; an older one cannot read it, and Jest can when it is started
 * with a flag: both say so in words that do not name what is missing.
 */
module.exports = function explainRequire<Loaded>(load: () => Loaded): Loaded {
  if (Number.parseInt(process.versions.node, 10) < 24)
    throw new Error(
      `@payments-platform/sandbox needs Node.js 24 or newer, and this is ${process.version}. Install it from https://nodejs.org.`,
    );
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
