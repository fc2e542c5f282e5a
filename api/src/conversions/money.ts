import { Field, Float, ObjectType } from "type-graphql";
import { Allow } from "../platform/allow.js";

@Allow("EVERYONE")
@ObjectType({ description: "An amount of money.", simpleResolvers: true })
export class Money {
  // Not an Int, whose 32 bits end at 21 million euros: the sum of a year is more.
  @Field(() => Float, { description: "In the currency's smallest unit, such as cents; always a whole number." })
  amountMinor!: number;

  @Field(() => String, { description: "ISO 4217 code in capitals, such as EUR." })
  currency!: string;
}

/** What nobody told has no amount and no currency. */
export const moneyOf = ({
  valueMinor,
  currency,
}: {
  valueMinor: number | null;
  currency: string | null;
}): Money | null => (valueMinor === null || currency === null ? null : { amountMinor: valueMinor, currency });
