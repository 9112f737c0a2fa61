/** Why a server that answers does not let us in, and what helps. Pure. */

export interface LoginFault {
  /** In place of the library's own words; null: those say it. */
  readonly reason: string | null;
  readonly hint: string;
}

interface Row extends LoginFault {
  /** Of the error's code and message. `$1` in `reason` stands for its group. */
  readonly pattern: RegExp;
}

/**
 * Codes are mysql2's names, SQLSTATEs of PostgreSQL, and Node's for TLS, of which mysql2 keeps only the message. The first
 * that matches counts.
 */
const ROWS: readonly Row[] = [
  {
    pattern: /unknown plugin (\w+)/,
    reason: "the account wants the authentication plugin $1, which the client library mysql2 does not have",
    hint: "give the account mysql_native_password, sha256_password or caching_sha2_password, or use another account",
  },
  {
    pattern: /MYSQL_CLEAR_PASSWORD_NOT_ENABLED/,
    reason: "the account wants the password as it is (mysql_clear_password), which is not sent in the clear over TCP",
    hint: "log in with TLS, or over the server's socket",
  },
  {
    pattern: /HANDSHAKE_NO_SSL_SUPPORT|server does not support SSL connections/,
    reason: "TLS was asked for, and the server does not offer it",
    hint: "give the server a certificate (MySQL: ssl_cert, ssl_key; PostgreSQL: ssl, which it has on TCP only), or log in without TLS",
  },
  {
    pattern: /wrong version number|unsupported protocol|UNSUPPORTED_PROTOCOL|WRONG_VERSION_NUMBER|legacy renegotiation/,
    reason:
      "the server offers only a TLS that is too old for Node (yaSSL of MySQL 5.6 and 5.7 ends at TLS 1.0 and 1.1)",
    hint: "log in without TLS, over the server's socket, or use a build of the server with OpenSSL",
  },
  {
    pattern: /HANDSHAKE_SSL_ERROR|certificate|\bCERT_|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET)|ERR_(?:SSL|TLS|OSSL)/,
    reason: null,
    hint: "name the certificate authority that signed the server's certificate, and a client certificate where the server asks for one",
  },
  {
    pattern: /ER_SECURE_TRANSPORT_REQUIRED|no pg_hba\.conf entry .*(?:no encryption|SSL off)/,
    reason: "the server lets nobody in without TLS",
    hint: "log in with TLS; a server of a variant's own: take require_secure_transport out of its config, or `listen: tcp` out of the spec",
  },
  {
    pattern: /channel binding check failed/,
    reason: null,
    hint: "TLS does not end at the server: name the server's own address, not that of a proxy",
  },
  {
    pattern: /SASL: .*client password must be/,
    reason: "the server wants a password, and there is none",
    hint: "give the user's password",
  },
  {
    pattern: /^ER_ACCESS_DENIED_ERROR|^28P01/,
    reason: null,
    hint: "check user and password; MySQL's sha256_password also says so where it has neither TLS nor an RSA key",
  },
  {
    pattern: /^(?:ER_HOST_NOT_PRIVILEGED|ER_DBACCESS_DENIED|ER_NOT_SUPPORTED_AUTH_MODE|28)/,
    reason: null,
    hint: "look at what the account may do, and from where (MySQL: SHOW GRANTS; PostgreSQL: pg_hba.conf)",
  },
];

/** Null for a server that cannot be reached, is not ready, or has no room: waiting may help there. */
export function loginFault(code: string | null, message: string): LoginFault | null {
  const text = `${code ?? ""} ${message}`.trimStart();
  for (const { pattern, reason, hint } of ROWS) {
    const match = pattern.exec(text);
    if (match !== null) return { reason: reason?.replace("$1", match[1] ?? "") ?? null, hint };
  }
  return null;
}
