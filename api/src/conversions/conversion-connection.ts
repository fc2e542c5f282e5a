import { connectionOf } from "../platform/page.js";
import { Conversion } from "./conversion.js";

export const { Connection: ConversionConnection } = connectionOf("Conversion", () => Conversion);
