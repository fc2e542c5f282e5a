import { Field, ID, InputType } from "type-graphql";
import {
  type DeliveryPurpose,
  DeliveryPurposeEnum,
  type DeliveryStatus,
  DeliveryStatusEnum,
} from "../deliveries/delivery.js";

@InputType({ description: "Which deliveries; all conditions hold together." })
export class DeliveryFilter {
  @Field(() => DeliveryStatusEnum, { nullable: true, description: "What became of them." })
  status?: DeliveryStatus | null;

  @Field(() => DeliveryPurposeEnum, { nullable: true, description: "What they are for." })
  purpose?: DeliveryPurpose | null;

  @Field(() => ID, { nullable: true, description: "The lead they belong to." })
  leadId?: string | null;
}
