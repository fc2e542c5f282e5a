import { createServer } from "node:http";
import Provider from "oidc-provider";

// A real OpenID provider in a process of its own. Each client stands for a person: it gets a token with the person's
// claims by its id and secret, since no browser is there to sign in with.
const { port, audience, jwks, people } = JSON.parse(process.env.IDENTITY_PROVIDER ?? "{}");

const provider = new Provider(`http://127.0.0.1:${port}`, {
  jwks,
  clients: people.map(({ sub }) => ({
    client_id: sub,
    client_secret: "a secret for tests alone",
    grant_types: ["client_credentials"],
    response_types: [],
    redirect_uris: [],
  })),
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => audience,
      getResourceServerInfo: () => ({ scope: "", audience, accessTokenFormat: "jwt", jwt: { sign: { alg: "RS256" } } }),
    },
  },
  extraTokenClaims: (_ctx, token) => people.find(({ sub }) => sub === token.clientId)?.claims,
});

createServer(provider.callback()).listen(port, "127.0.0.1", () => process.send?.("ready"));
