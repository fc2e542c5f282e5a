import type { DeliveryChannel } from "../../deliveries/delivery.js";
import type { Channel } from "./channel.js";
import { type MailSettings, openEmail } from "./email.js";

export type Channels = Record<DeliveryChannel, Channel>;

/** Every way out of the house. A new one is a file beside this and a line here. */
export const openChannels = (mail: MailSettings): Channels => ({ EMAIL: openEmail(mail) }) satisfies Channels;
