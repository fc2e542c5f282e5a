import { types } from "node:util";

// Jest runs tests in a realm of its own, where Node's own errors (a refused connection, a missing file) are no Error.
const isInstance = Function.prototype[Symbol.hasInstance];
Object.defineProperty(Error, Symbol.hasInstance, {
  value(thing) {
    return isInstance.call(this, thing) || (this === Error && types.isNativeError(thing));
  },
});
