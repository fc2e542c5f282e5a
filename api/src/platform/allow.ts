import "reflect-metadata";
import { Extensions } from "type-graphql";
import type { Role } from "./role.js";

/** Who may: these roles, or every role there is. */
export type Rule = "EVERYONE" | readonly Role[];

export interface Declaration {
  target: object;
  property: string | null;
  rule: Rule;
}

export const declarationPrefix = "allow:";

/**
 * Who may call an operation, see an object type's fields (on the class: all of them, on a field: that
 * one, whatever the class says) or set an input field or argument. policy.ts enforces it.
 */
export function Allow(...who: [Role, ...Role[]] | ["EVERYONE"]): ClassDecorator & MethodDecorator & PropertyDecorator {
  return (target: object, property?: string | symbol) => {
    const owner = typeof target === "function" ? target : target.constructor;
    const name = property === undefined ? null : String(property);
    const declaration: Declaration = { target: owner, property: name, rule: ruleOf(who) };

    // A key of its own: TypeGraphQL merges extensions along the class chain, and the parent's would win.
    const decorate = Extensions({ [`${declarationPrefix}${declared++}`]: declaration });
    if (name !== null) decorate(target, name);

    // On the class too: TypeGraphQL drops the extensions of an inherited input field, never of a class.
    if (isClass(owner)) decorate(owner);
  };
}

/** The same for single values of an enum, so that no sort key is an oracle on a hidden field. */
export function allowValues(enumName: string, rules: Record<string, readonly [Role, ...Role[]]>): void {
  valueRules.set(enumName, new Map(Object.entries(rules)));
}

export const valueRules = new Map<string, ReadonlyMap<string, Rule>>();

let declared = 0;

function ruleOf(who: readonly (Role | "EVERYONE")[]): Rule {
  const named = who.filter((each) => each !== "EVERYONE");
  return named.length < who.length ? "EVERYONE" : named;
}

function isClass(value: object): value is new () => unknown {
  return typeof value === "function";
}
