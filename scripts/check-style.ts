import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import {
  buildSchema,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedDirective,
  isSpecifiedScalarType,
} from "graphql";

const sources = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((path) => /[.][cm]?[jt]sx?$/.test(path) && !path.includes("/generated/") && existsSync(path))
  .map((path) => ({ path, text: readFileSync(path, "utf8") }));

const complaints = [...giants(), ...emptyNames(), ...silentSchema(), ...lockFileFaults()];
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exitCode = 1;

function giants(): string[] {
  const decisions = readdirSync("docs/decisions").map((page) => readFileSync(`docs/decisions/${page}`, "utf8"));
  return sources
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split("\n").length }))
    .filter(({ path, lines }) => lines > 300 && !decisions.some((page) => page.includes(path)))
    .map(({ path, lines }) => `${path} has ${lines} lines. Split it, or say in a page of docs/decisions why not.`);
}

function emptyNames(): string[] {
  const emptyWords = /^(service|manager|handler|processor|helper|util|utilit(y|ie)|base|impl|data|info)s?$/i;
  return sources.flatMap(({ path, text }) =>
    [...path.split("/"), ...exportedNames(text)]
      .filter((name) => wordsOf(name).some((word) => emptyWords.test(word)))
      .map((name) => `${path}: the name ${name} does not say what the thing does.`),
  );
}

function exportedNames(text: string): string[] {
  const declared =
    /^export (?:default |declare |abstract |async )*(?:function\*?|class|const|let|type|interface) (\w+)/gm;
  const listed = /^export (?:type )?\{([^}]*)\}/gm;
  return [
    ...Array.from(text.matchAll(declared), ([, name = ""]) => name),
    ...Array.from(text.matchAll(listed), ([, names = ""]) => names.trim().split(/\s*,\s*/)).flat(),
  ];
}

function wordsOf(name: string): string[] {
  const givenByOthers =
    /DataSource|DataLoader|PageInfo|personalData|serviceInterest|^(as|an?|the)?Manager(?=s?$|[A-Z_])/gi;
  return name.replace(givenByOthers, "").split(/[^A-Za-z]|(?<=[a-z])(?=[A-Z])/);
}

function silentSchema(): string[] {
  const schema = buildSchema(readFileSync("schema.graphql", "utf8"));
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const ownTypes = Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );
  const ownDirectives = schema.getDirectives().filter((directive) => !isSpecifiedDirective(directive));
  const parts = [
    ...ownTypes.filter((type) => !roots.some((root) => root === type)).map((type) => part(type.name, type)),
    ...ownTypes.flatMap(partsOf),
    ...ownDirectives.flatMap(({ name, args, ...rest }) => [part(`@${name}`, rest), ...partsIn(`@${name}`, args)]),
  ];
  return [
    ...parts.filter(({ description }) => !description).map(({ at }) => `schema.graphql: ${at} has no description.`),
    ...parts
      .filter(({ deprecationReason }) => deprecationReason && !/\d{4}-\d{2}-\d{2}/.test(deprecationReason))
      .map(({ at }) => `schema.graphql: ${at} is deprecated without the date until which it stays.`),
  ];
}

function partsOf(type: GraphQLNamedType): Part[] {
  if (isEnumType(type)) return partsIn(type.name, type.getValues());
  if (isInputObjectType(type)) return partsIn(type.name, Object.values(type.getFields()));
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  const fields = Object.values(type.getFields());
  return [...partsIn(type.name, fields), ...fields.flatMap(({ name, args }) => partsIn(`${type.name}.${name}`, args))];
}

interface Part extends Described {
  at: string;
}

interface Described {
  description?: string | null | undefined;
  deprecationReason?: string | null | undefined;
}

function partsIn(parent: string, members: readonly (Described & { name: string })[]): Part[] {
  return members.map((member) => part(`${parent}.${member.name}`, member));
}

function part(at: string, { description, deprecationReason }: Described): Part {
  return { at, description, deprecationReason };
}

function lockFileFaults(): string[] {
  const lockFile = readFileSync("package-lock.json", "utf8");
  const graphqls = lockFile.match(/^ {4}"(.*\/)?node_modules\/graphql": /gm) ?? [];
  return [
    ...(/"resolved": "https?:/.test(lockFile)
      ? ["package-lock.json names a registry: install with omit-lockfile-registry-resolved=true."]
      : []),
    ...(graphqls.length === 1
      ? []
      : [`package-lock.json has ${graphqls.length} copies of graphql, and one realm refuses another's schema.`]),
  ];
}
