import { randomBytes } from "node:crypto";
import type { DataSource } from "typeorm";
import { Column, Entity, PrimaryColumn } from "typeorm";

/** What only this installation knows, the same on each of its nodes. The server's role may not read it. */
@Entity("installation_secrets")
export class InstallationSecret {
  @PrimaryColumn("text")
  name!: string;

  @Column("bytea")
  secret!: Buffer;
}

/** Made by whoever asks first. `owner` is the owner of the tables. */
export async function installationSecret(owner: DataSource, name: string): Promise<Buffer> {
  await owner.query("INSERT INTO installation_secrets (name, secret) VALUES ($1, $2) ON CONFLICT DO NOTHING", [
    name,
    randomBytes(32),
  ]);
  const [row] = await owner.query<{ secret: Buffer }[]>("SELECT secret FROM installation_secrets WHERE name = $1", [
    name,
  ]);
  if (!row) throw new Error(`The secret ${name} was not kept`);
  return row.secret;
}
