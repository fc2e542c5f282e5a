import { Field, ID, InputType } from "type-graphql";
import { ChannelEnum, type ChannelName } from "../conversations/conversation.js";

@InputType({ description: "Which conversations; all conditions hold together." })
export class ConversationFilter {
  @Field(() => ChannelEnum, { nullable: true, description: "Their channel." })
  channel?: ChannelName | null;

  @Field(() => Boolean, { nullable: true, description: "Open ones only, or closed ones only." })
  isOpen?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Those with unread messages only, or those without." })
  isUnread?: boolean | null;

  @Field(() => ID, { nullable: true, description: "The owner of their lead." })
  ownerId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Labelled tests only, or none of them. The inbox shows both, labelled, when not given.",
  })
  isTest?: boolean | null;
}
