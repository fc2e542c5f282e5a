import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildSchema, type DefinitionNode, Kind, type OperationDefinitionNode, parse, validate } from "graphql";

const schema = buildSchema(readFileSync(join(__dirname, "../../schema.graphql"), "utf8"));
const manifest: Record<string, string> = JSON.parse(
  readFileSync(join(__dirname, "../src/generated/manifest.json"), "utf8"),
);
const texts = Object.values(manifest);

const operations = texts.flatMap((text) => parse(text).definitions.filter(isOperation));

function isOperation(definition: DefinitionNode): definition is OperationDefinitionNode {
  return definition.kind === Kind.OPERATION_DEFINITION;
}

describe("the operations of the client", () => {
  it("say everything that the schema offers", () => {
    const offered = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) =>
      Object.keys(type?.getFields() ?? {}),
    );
    const said = operations.flatMap(({ selectionSet }) =>
      selectionSet.selections.map((selection) => (selection.kind === Kind.FIELD ? selection.name.value : "")),
    );

    expect(offered.filter((name) => !said.includes(name))).toEqual([]);
  });

  it("are valid by the schema, each by itself", () => {
    expect(texts.flatMap((text) => validate(schema, parse(text)))).toEqual([]);
  });
});
