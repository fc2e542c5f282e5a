/** Why the client asks for a token. */
export interface TokenNeed {
  /** The token that the server no longer accepts, when that is why: get a newer one. Null otherwise. */
  readonly refused: string | null;
}

/**
 * What is sent as `Authorization: Bearer …`: an API key, or a function that gives the member's token of the moment. The
 * function is asked before each request and at each connect, and once more when its token is refused; so keep the
 * token, and get a new one when it has run out or is `refused`. Requests that need it at the same time share one call.
 * What it throws, the request throws.
 */
export type TokenSource = string | ((need: TokenNeed) => string | Promise<string>);

export interface Tokens {
  /** Null when this client has no token at all. */
  current(): Promise<string | null>;
  /** After a refusal: a newer one, or the same one when there is none. Asks once for all who were refused with it. */
  renew(refused: string | null): Promise<string | null>;
}

export function createTokens(source: TokenSource | undefined): Tokens {
  if (typeof source !== "function") {
    const fixed = Promise.resolve(source ?? null);
    return { current: () => fixed, renew: () => fixed };
  }
  const ask = async (refused: string | null) => source({ refused });
  let asked: Promise<string> | null = null;
  let renewed: { refused: string | null; token: Promise<string>; isPending: boolean } | null = null;

  return {
    current() {
      if (renewed?.isPending) return renewed.token;
      asked ??= ask(null).finally(() => {
        asked = null;
      });
      return asked;
    },
    renew(refused) {
      // Whoever was refused a moment later with the same old token gets the new one without asking again.
      if (renewed?.refused === refused) return renewed.token;
      const renewal = { refused, token: ask(refused), isPending: true };
      renewed = renewal;
      renewal.token.then(
        (token) => settle(token === refused),
        () => settle(true),
      );
      return renewal.token;

      function settle(isFutile: boolean): void {
        renewal.isPending = false;
        if (isFutile && renewed === renewal) renewed = null;
      }
    },
  };
}
