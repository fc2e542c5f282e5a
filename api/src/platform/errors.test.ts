import { GraphQLError } from "graphql";
import { ArgumentValidationError } from "type-graphql";
import { ApiError, errorCodes, Refusal, toGraphQLError } from "./errors.js";

describe("An error on its way out", () => {
  const log = { error: jest.fn() };
  beforeEach(() => log.error.mockClear());

  const out = (error: unknown) => toGraphQLError(error, "r-1", log).toJSON();

  it("keeps what it was meant to say, and its place in the answer", () => {
    const thrown = new ApiError("RATE_LIMITED", "Too fast.", { retryAfterMs: 1200 });
    const located = new GraphQLError("Too fast.", { originalError: thrown, path: ["leads", 0, "owner"] });

    expect(out(located)).toEqual({
      message: "Too fast.",
      path: ["leads", 0, "owner"],
      extensions: { code: "RATE_LIMITED", retryable: true, requestId: "r-1", retryAfterMs: 1200 },
    });
    expect(log.error).not.toHaveBeenCalled();
  });

  it.each(errorCodes.map((code) => [code]))("always has the code and whether to try again: %s", (code) => {
    expect(out(new ApiError(code, "x")).extensions).toMatchObject({ code, retryable: expect.any(Boolean) });
  });

  it("can not pass for another by its details", () => {
    const details = { code: "NOT_FOUND", requestId: "forged", retryable: true };

    expect(out(new ApiError("FORBIDDEN", "No.", details)).extensions).toEqual({
      code: "FORBIDDEN",
      retryable: false,
      requestId: "r-1",
    });
  });

  it.each([
    ["a bug", new TypeError("x is undefined")],
    [
      "a database error",
      Object.assign(new Error('duplicate key "lead_pkey"'), { code: "23505", detail: "Key (id)=(7)" }),
    ],
    ["a Refusal that nobody turned into a user error", new Refusal("TOO_LATE", "Too late.")],
    ["an error of graphql-js about a resolver's value", new GraphQLError('Int cannot represent "x"')],
    ["what is no error at all", "secret"],
  ])("is masked and logged whole when it is %s", (_what, thrown) => {
    expect(out(thrown)).toEqual({
      message: "Something went wrong on our side. Quote request r-1.",
      extensions: { code: "INTERNAL_SERVER_ERROR", retryable: false, requestId: "r-1" },
    });
    expect(log.error).toHaveBeenCalledWith(
      expect.objectContaining({ err: thrown, requestId: "r-1" }),
      expect.anything(),
    );
  });

  it.each([
    ["a statement that took too long", { code: "57014" }, "TIMEOUT"],
    ["a lock that took too long", { code: "55P03" }, "TIMEOUT"],
    ["a server that shuts down", { code: "57P01" }, "SERVICE_UNAVAILABLE"],
    ["a server that starts up", { code: "57P03" }, "SERVICE_UNAVAILABLE"],
    ["a lost connection", { code: "08006" }, "SERVICE_UNAVAILABLE"],
    ["a conflict that our own retries did not solve", { code: "40001" }, "SERVICE_UNAVAILABLE"],
    ["a refused connection", { code: "ECONNREFUSED" }, "SERVICE_UNAVAILABLE"],
    ["the same inside TypeORM's error", { driverError: { code: "ECONNRESET" } }, "SERVICE_UNAVAILABLE"],
    ["a driver's error without a code", { message: "Connection terminated unexpectedly" }, "SERVICE_UNAVAILABLE"],
  ])("may be tried again after %s", (_what, properties, code) => {
    const answer = out(Object.assign(new Error("10.0.0.7"), properties));

    expect(answer.extensions).toEqual({ code, retryable: true, requestId: "r-1" });
    expect(answer.message).not.toContain("10.0.0.7");
  });

  it("is looked for in all addresses that were tried", () => {
    const refused = Object.assign(new Error("::1"), { code: "ECONNREFUSED" });

    expect(out(new AggregateError([refused, refused])).extensions).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  });

  it("lists what class-validator found, without the values", () => {
    const found = [
      { property: "reason", value: "s3cret", constraints: { maxLength: "reason is too long" }, children: [] },
      { property: "contact", children: [{ property: "name", constraints: { isLength: "name is too short" } }] },
    ];
    const answer = out(new ArgumentValidationError(Object(found)));

    expect(answer.extensions).toMatchObject({
      code: "BAD_USER_INPUT",
      fields: [
        { path: ["reason"], rule: "maxLength", message: "reason is too long" },
        { path: ["contact", "name"], rule: "isLength", message: "name is too short" },
      ],
    });
    expect(JSON.stringify(answer)).not.toContain("s3cret");
  });
});
