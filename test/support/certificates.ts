/**
 * X.509 certificates for tests, made here: Node can sign but not make them, and no program need be installed for it.
 * Only what a TLS handshake looks at (RFC 5280, section 4.1), in DER.
 */
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Certificate {
  readonly certificateFile: string;
  readonly keyFile: string;
}

/** A signer of certificates; `certificateFile` is what clients name as their authority. */
export interface Authority extends Certificate {
  /** Signed by it, for `commonName`, in files `<name>.pem` and `<name>.key`. */
  issue(name: string, commonName: string): Certificate;
}

/** Files are written into `folder`; keys are for their owner alone, or PostgreSQL refuses them, and PKCS #1, or yaSSL does. */
export function createAuthority(folder: string, name: string): Authority {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const files = writePair(
    folder,
    name,
    makeCertificate({ subject: name, issuer: name, publicKey, signer: privateKey, isAuthority: true }),
    privateKey,
  );
  return {
    ...files,
    issue(leaf, commonName) {
      const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
      const made = makeCertificate({
        subject: commonName,
        issuer: name,
        publicKey: pair.publicKey,
        signer: privateKey,
        isAuthority: false,
      });
      return writePair(folder, leaf, made, pair.privateKey);
    },
  };
}

function writePair(folder: string, name: string, certificate: Buffer, key: KeyObject): Certificate {
  const files = { certificateFile: join(folder, `${name}.pem`), keyFile: join(folder, `${name}.key`) };
  const base64 = certificate.toString("base64").replace(/.{64}/g, "$&\n");
  writeFileSync(files.certificateFile, `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`);
  writeFileSync(files.keyFile, key.export({ type: "pkcs1", format: "pem" }), { mode: 0o600 });
  return files;
}

interface CertificateParts {
  readonly subject: string;
  readonly issuer: string;
  readonly publicKey: KeyObject;
  readonly signer: KeyObject;
  readonly isAuthority: boolean;
}

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const NULL = 0x05;
const OBJECT = 0x06;
const UTF8 = 0x0c;
const UTC_TIME = 0x17;
const VERSION = 0xa0;
const EXTENSIONS = 0xa3;
const TRUE = Buffer.from([0x01, 0x01, 0xff]);
/** 1.2.840.113549.1.1.11, sha256WithRSAEncryption. */
const ALGORITHM = der(SEQUENCE, der(OBJECT, Buffer.from("2a864886f70d01010b", "hex")), der(NULL));
/** 2.5.4.3. */
const COMMON_NAME = der(OBJECT, Buffer.from("550403", "hex"));
/** 2.5.29.19. */
const BASIC_CONSTRAINTS = der(OBJECT, Buffer.from("551d13", "hex"));
const DAY = 86_400_000;

let serial = 0;

function makeCertificate({ subject, issuer, publicKey, signer, isAuthority }: CertificateParts): Buffer {
  const constraints = der(
    SEQUENCE,
    BASIC_CONSTRAINTS,
    TRUE,
    der(OCTET_STRING, der(SEQUENCE, ...(isAuthority ? [TRUE] : []))),
  );
  const body = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([++serial])),
    ALGORITHM,
    nameOf(issuer),
    der(SEQUENCE, time(Date.now() - DAY), time(Date.now() + DAY)),
    nameOf(subject),
    publicKey.export({ type: "spki", format: "der" }),
    der(EXTENSIONS, der(SEQUENCE, constraints)),
  );
  const signature = sign("sha256", body, signer);
  return der(SEQUENCE, body, ALGORITHM, der(BIT_STRING, Buffer.from([0]), signature));
}

function nameOf(commonName: string): Buffer {
  return der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8, Buffer.from(commonName)))));
}

/** `YYMMDDhhmmssZ`. */
function time(milliseconds: number): Buffer {
  const digits = new Date(milliseconds).toISOString().replace(/\D/g, "").slice(2, 14);
  return der(UTC_TIME, Buffer.from(`${digits}Z`));
}

/** Tag, length, content. */
function der(tag: number, ...content: readonly Buffer[]): Buffer {
  const whole = Buffer.concat(content);
  const { length } = whole;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), whole]);
}
