"""What is redacted, and what must not be. The secrets are put together here, so that no scanner takes them for real."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cicatrix.core.episodes import JsonObject
from cicatrix.core.redaction import placeholder, redact, redact_object
from cicatrix.core.secrets.cards import passes_luhn
from cicatrix.core.secrets.shapes import SecretKind

LETTERS = "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fG3"  # 33, both cases and digits


def run(length: int) -> str:
    return (LETTERS * 5)[:length]


PEM = "-----BEGIN RSA {0}-----\n{1}\n{1}\n-----END RSA {0}-----".format("PRIVATE KEY", run(64))
SECRETS = [
    ("aws_key", "Key id {} was in the log", "AKIA" + "QZ7XW3PLMN5RTV2K"),
    ("google_key", "maps?key={}&v=3", "AI" + "za" + run(35)),
    ("google_key", "{}", "ya" + "29." + run(60)),
    ("github_token", "git clone with {} works", "gh" + "p_" + run(36)),
    ("github_token", "`{}`", "github" + "_pat_" + run(60)),
    ("gitlab_token", "use {}.", "gl" + "pat-" + run(20)),
    ("slack_token", "bot: {}", "xo" + "xb-1234567890-" + run(24)),
    ("slack_token", "https://hooks.slack.com/services/{}", "T0AB12CD3/B0EF45GH6/" + run(24)),
    ("stripe_key", "STRIPE={}", "sk" + "_live_" + run(24)),
    ("api_key", "openai said no to {}", "sk" + "-proj-" + run(48)),
    ("api_key", "{} (claude)", "sk" + "-ant-api03-" + run(80)),
    ("api_key", "token {} leaked", "np" + "m_" + "AAAABBBBCCCCDDDDEEEEFFFF0000111122"),
    ("api_key", "hub login --token {}", "hf" + "_" + run(34)),
    ("api_key", "mail via {}", "S" + "G." + run(22) + "." + run(43)),
    ("api_key", "vault: {}", "hv" + "s." + run(30)),
    ("api_key", "bot {} answers", "123456789" + ":AA" + run(33)),
    ("jwt", "cookie had {} in it", "ey" + "J" + run(20) + ".ey" + "J" + run(40) + "." + run(43)),
    ("private_key", "Found this:\n{}\nin the repo", PEM),
    ("private_key", 'key: "{}"', PEM.replace("\n", "\\n")),
    ("private_key", "cut off: {}", PEM[:100]),
    ("bearer_token", "curl -H 'Authorization: Bearer {}' https://x", run(40)),
    ("bearer_token", "authorization: Basic {}", "YWxhZGRpbjpvcGVuc2VzYW1l1"),
    ("password", "postgres://app:{}@db.internal:5432/app", "s3cr-Et/no"[:6]),
    ("password", "redis://:{}@cache:6379", "kjh234kjh"),
    ("password", "password={}", "hunter2"),
    ("password", "DB_PASSWORD: {}", "Tr0ub4dor&3"),
    ("password", '{{"user": "ana", "password": "{}"}}', "P@ssw0rd"),
    ("password", '{{\\"password\\": \\"{}\\"}}', "hunter22x"),
    ("password", "my password is {}, thanks", "qwe123rty"),
    ("password", "Passwort: {}", "geheim123"),
    ("password", "密码：{}", "abc123456"),
    ("password", "?user=ana&password={}&x=1", "hunter2"),
    ("password", "passcode: {}", "482913"),
    ("api_key", "api_key = '{}'", "9f8a7c6d5e4b"),
    ("api_key", "AWS_SECRET_ACCESS_KEY={}", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzzzKEY"),
    ("api_key", "X-API-Key: {}", run(32)),
    ("api_key", "client_secret: {}", run(30)),
    ("api_key", "refresh_token={}", run(40)),
    ("credit_card", "My card is {}, exp 12/29", "4111 1111 1111 1111"),
    ("credit_card", "card: {}", "5500005555555559"),
    ("credit_card", "amex {}", "3782-822463-10005"),
]

INNOCENT = [
    "Fixed in 3f786850e387550fdab836ed7e6dc881de23001b, see the log.",
    "sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 matches.",
    "Request id 550e8400-e29b-41d4-a716-446655440000 failed.",
    "Order number 4111111111111111 has shipped.",
    "Tracking no. 4539578763621486 arrives tomorrow.",
    "Invoice 4000-0012-3456-7899-01",
    "Order ORD-2024-00123, ticket SUP-99812, reservation 4WQ150, flight HAT136.",
    "credit_card_4421486 and certificate_7504069 are on the profile.",
    "Use code BETA20 for the discount; SPRING-2026 has ended.",
    "Our password policy: at least 12 characters, see https://example.com/password?lang=en.",
    "password: required",
    "The password is case-sensitive and must be at least 8 characters.",
    "password is 12-characters long at most",
    "Enter your password: it is never shown.",
    "def login(user: str, password: str = None) -> Token:",
    "password = getpass.getpass()",
    "password=os.environ['DB_PASSWORD'], token=settings.api_token",
    "password: ${DB_PASSWORD}",
    "api_key: <your-api-key>",
    "API_KEY=your-api-key-here-123",
    "token: next_page_token_1",
    "next_page_token: CAUQAABiJgokMTc4YjQ5",
    "max_tokens: 4096, total tokens: 18231",
    "The secret: two tablespoons of vinegar.",
    "secret: app-config-2024-prod",
    "We hash passwords with bcrypt; password: argon2id.",
    "PWD=/home/ana/projects/cicatrix2",
    "https://user@host.example.com:8080/path@2x.png",
    "http://localhost:5054/rules/PB-01@1042",
    "mailto:ana@example.com, git@github.com:acme/site.git",
    "Bearer authentication is required for this endpoint.",
    "The bearer of this letter may pass.",
    "Authorization: required by the manager",
    "sk-learn-contrib-packages-and-friends is a package name",
    "class sk-fading-circle-container-large",
    "task-force-one-two-three-four-five",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO",
    "Phone 0041 44 668 18 00, or +49 30 901820.",
    "IBAN DE89 3704 0044 0532 0130 00",
    "ISBN 978-3-16-148410-0, IMEI 490154203237518",
    "1700000000000000000 nanoseconds; 4.111111111111111111 metres",
    "10 20 30 40 50 60 70 80 90",
    "每个密码都必须至少十二个字符，并且不能重复使用。" * 40,
    "Le mot de passe : obligatoire",
    "if token == other_token: return None",
    "const token = await fetchToken(user.id);",
    "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
    "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----",
    "gh-pages, ghost_writer, glossary-of-terms, xoxo-love-and-kisses",
    "Secret Santa is on 12 December 2026.",
    "[redacted:password] was here",
    "use token policy v2 for keys, and secret management2024 is over",
    "The token src/Components/LoginTokenForm2/AuthenticationProvider is rendered last.",
    "The password sha-256 hashing is slow; password Manager2 is better.",
    "commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 fixes the token bug",
    "The secret ORD-2024-17-ABCdef is an order.",
    "Cache key: integrity sha512-abcdef, token bucket of 300 per minute",
    "The random id 9QmWxkJ3nVt7ZbLp2RyHf5cDg8TsAe4Uu1X stands beside nothing that tells.",
]


@pytest.mark.parametrize(("kind", "around", "secret"), SECRETS, ids=[f"{i}-{s[0]}" for i, s in enumerate(SECRETS)])
def test_secret_is_replaced_and_nothing_else(kind: str, around: str, secret: str) -> None:
    text = around.replace("{{", "{").replace("}}", "}").replace("{}", secret)
    clean, redactions = redact(text, "text")
    assert [mark.kind for mark in redactions] == [kind]
    mark = redactions[0]
    assert clean[mark.start : mark.end] == placeholder(SecretKind(kind))
    assert clean == text.replace(secret, placeholder(SecretKind(kind)))


_AWS_SECRET = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"

BESIDE = [
    ("My AWS key is AKIAIOSFODNN7EXAMPLE, secret {}", _AWS_SECRET),
    ("AWS: AKIAIOSFODNN7EXAMPLE / {}", _AWS_SECRET),
    ("key AKIAIOSFODNN7EXAMPLE and then the other half, {}.", _AWS_SECRET),
    ("These are the credentials: id 12, {}.", _AWS_SECRET),
    ("{} is our signing secret", _AWS_SECRET),
    ("secret {}", _AWS_SECRET),
    ("log in as ana, password {} and go", "S3cr3t!xy"),
    ("The password is {}", "Tr0ub4dor&3"),
    ("user ana passphrase “{}”", "Tr0ub4dor&3"),
]
"""Secrets that no sign sets apart: they stand beside a telling word, or beside another secret."""


@pytest.mark.parametrize(("around", "secret"), BESIDE)
def test_a_secret_beside_a_telling_word_or_another_secret_goes_too(around: str, secret: str) -> None:
    clean, redactions = redact(around.format(secret), "text")
    assert secret not in clean
    assert redactions
    assert redact(clean, "text") == (clean, ())
    outside = around.replace("AKIAIOSFODNN7EXAMPLE", "[redacted:aws_key]").partition("{}")
    assert clean.startswith(outside[0].rstrip("“"))
    assert clean.endswith(outside[2].lstrip("”"))


@pytest.mark.parametrize("text", INNOCENT)
def test_no_false_alarm(text: str) -> None:
    assert redact(text, "text") == (text, ())


def test_every_kind_has_a_case() -> None:
    assert {kind for kind, _, _ in SECRETS} | {"cookie"} == {kind.value for kind in SecretKind}


def test_places_are_code_points_of_the_stored_text() -> None:
    text = f"😀 {'gh' + 'p_' + run(36)} and 密码：abc123456 👍"
    clean, redactions = redact(text, "outcome")
    assert [clean[mark.start : mark.end] for mark in redactions] == ["[redacted:github_token]", "[redacted:password]"]
    assert {mark.field for mark in redactions} == {"outcome"}
    assert clean.startswith("😀 ")
    assert clean.endswith(" 👍")


def test_a_vendors_shape_names_the_secret_though_its_place_would_too() -> None:
    _, redactions = redact("password=" + "gh" + "p_" + run(36), "text")
    assert [mark.kind for mark in redactions] == ["github_token"]


def test_arguments_are_redacted_in_values_and_keys_at_any_depth() -> None:
    token = "gh" + "p_" + run(36)
    arguments: JsonObject = {
        "url": "https://example.com",
        "headers": {"Authorization": "Bearer abc", "Cookie": "sid=1; x=2", "Accept": "text/html"},
        "body": [{"note": f"use {token}"}, {"password": "correcthorse"}, {token: 1}],
        "a/b~c": {"pin_password": 12345678},
        "password_policy": "at least twelve characters",
        "token": "page-2",
        "max_tokens": 800,
        "schema": {"password": {"type": "string"}, "api_key": "string"},
    }
    clean, redactions = redact_object(arguments, "arguments")
    assert token not in str(clean)
    assert clean["headers"] == {
        "Authorization": "[redacted:bearer_token]",
        "Cookie": "[redacted:cookie]",
        "Accept": "text/html",
    }
    assert clean["body"] == [
        {"note": "use [redacted:github_token]"},
        {"password": "[redacted:password]"},
        {"[redacted:github_token]": 1},
    ]
    assert clean["a/b~c"] == {"pin_password": "[redacted:password]"}
    for key in ("url", "password_policy", "token", "max_tokens", "schema"):
        assert clean[key] == arguments[key]
    assert {mark.field for mark in redactions} == {
        "arguments/headers/Authorization",
        "arguments/headers/Cookie",
        "arguments/body/0/note",
        "arguments/body/1/password",
        "arguments/body/2/[redacted:github_token]#",
        "arguments/a~1b~0c/pin_password",
    }


UNDER = [
    ("api_key", "9f8a7c6d5e4b", "api_key"),
    ("X-Auth-Token", "tok9f8a7c6d5e4b", "api_key"),
    ("clientSecret", run(20), "api_key"),
    ("DB_PASSWORD", "correct horse battery staple", "password"),
    ("pwd", 4711, "password"),
    ("Proxy-Authorization", "Basic abc", "bearer_token"),
]
NOT_UNDER = [
    ("api_key", "production"),
    ("api_key", "app-config-2"),
    ("password", "${DB_PASSWORD}"),
    ("password", "required"),
    ("password", ""),
    ("password", True),
    ("password", None),
    ("password", "It has to be at least twelve characters long, with one sign, and is asked for again."),
    ("password", "getpass.getpass()"),
    ("pwd", "/home/ana"),
    ("cookie", "chocolate"),
    ("token_count", 18231),
    ("secretary", "Ana Lopez 2"),
    ("key", "PB-01"),
]


@pytest.mark.parametrize(("key", "value", "kind"), UNDER)
def test_a_value_is_a_secret_under_a_telling_key(key: str, value: str | int, kind: str) -> None:
    clean, redactions = redact_object({key: value}, "arguments")
    assert clean == {key: f"[redacted:{kind}]"}
    assert [(mark.field, mark.start, mark.end) for mark in redactions] == [
        (f"arguments/{key}", 0, len(str(clean[key])))
    ]


@pytest.mark.parametrize(("key", "value"), NOT_UNDER)
def test_a_telling_key_alone_makes_no_secret(key: str, value: str | int | bool | None) -> None:
    assert redact_object({key: value}, "arguments") == ({key: value}, ())


def test_each_pem_block_is_replaced_and_the_words_between_stay() -> None:
    text = f"first {PEM} then {PEM.replace('RSA ', '')} end"
    assert redact(text, "text")[0] == "first [redacted:private_key] then [redacted:private_key] end"
    nested = PEM.replace("\n", "\n" + PEM.split("\n")[0] + "\n", 1)
    assert redact(f"a {nested} b", "text")[0] == "a [redacted:private_key] b"
    late = f"-----END {'PRIVATE'} KEY----- and {PEM}"
    assert redact(late, "text")[0] == f"-----END {'PRIVATE'} KEY----- and [redacted:private_key]"


def test_two_secret_keys_of_one_object_keep_both_values() -> None:
    first, second = "gh" + "p_" + run(36), "gh" + "p_" + run(35) + "x"
    clean, redactions = redact_object({first: 1, second: 2}, "arguments")
    assert sorted(str(value) for value in clean.values()) == ["1", "2"]
    assert len(redactions) == 2


PIECES = st.sampled_from(
    [s[2] for s in SECRETS] + INNOCENT[:20] + [" ", "\n", "password=", "://", "-----BEGIN ", "a:b@c", "😀", "eyJ"]
)


@given(st.lists(PIECES | st.text(max_size=12), max_size=12).map("".join))
def test_redacting_twice_changes_nothing_and_marks_are_where_they_say(text: str) -> None:
    clean, redactions = redact(text, "text")
    assert redact(clean, "text")[0] == clean
    end = 0
    for mark in redactions:
        assert end <= mark.start
        end = mark.end
        assert clean[mark.start : mark.end] == placeholder(SecretKind(mark.kind))


@given(st.text(alphabet="abcdefghij ,.\n", max_size=300))
def test_plain_words_are_never_touched(text: str) -> None:
    assert redact(text, "text") == (text, ())


ADVERSARIAL = {
    "one letter": "a" * 1_000_000,
    "digits": "4" * 1_000_000,
    "spaced digits": "4 1" * 333_333,
    "token starts": "eyJ-" * 250_000,
    "dotted tokens": "eyJabcdefgh." * 83_000,
    "pem starts": "-----BEGIN RSA PRIVATE KEY-----" * 32_000,
    "pem ends": "-----END RSA PRIVATE KEY-----" * 34_000,
    "assignments": "token=" * 166_000,
    "quoted": "password='" * 100_000,
    "addresses": "://a:" * 200_000,
    "ampersands": "password=" + "&a" * 500_000,
    "bearer": "bearer bearer " * 71_000,
    "slashes": "sk-" * 333_333,
    "spaces": "password" + " " * 1_000_000,
    "cjk": "密码" * 500_000,
}


@pytest.mark.parametrize("name", ADVERSARIAL)
def test_a_million_adversarial_characters_take_seconds_at_most(name: str) -> None:
    def seconds() -> float:
        start = time.process_time()
        redact(ADVERSARIAL[name], "text")
        return time.process_time() - start

    assert seconds() < 6 or seconds() < 6  # the first may compile its expressions, and share the machine


def test_luhn() -> None:
    assert passes_luhn("4111111111111111")
    assert not passes_luhn("4111111111111112")
