import { Field, Int, ObjectType } from "type-graphql";
import { Allow } from "../platform/allow.js";

@Allow("EVERYONE")
@ObjectType({ description: "An amount of money.", simpleResolvers: true })
export class Money {
  @Field(() => Int, { description: "In the currency's smallest unit, such as cents." })
  amountMinor!: number;

  @Field(() => String, { description: "ISO 4217 code in capitals, such as EUR." })
  currency!: string;
}
