import { DefaultNamingStrategy } from "typeorm";

const snakeCase = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();

/** firstHumanResponseAt in the class is first_human_response_at in the table. */
export class SnakeCaseNaming extends DefaultNamingStrategy {
  override tableName(targetName: string, userSpecifiedName: string | undefined): string {
    return userSpecifiedName ?? snakeCase(targetName);
  }

  override columnName(propertyName: string, customName: string | undefined, prefixes: string[]): string {
    return [...prefixes.map(snakeCase), customName ?? snakeCase(propertyName)].join("_");
  }
}
