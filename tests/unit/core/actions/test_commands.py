"""What commands do, by the families of the lexicon, and to what."""

from __future__ import annotations

import pytest

from cicatrix.core.actions.call import Call, Doubt
from cicatrix.core.actions.commands import read_line
from cicatrix.core.policies.lexicon import Lexicon

LEXICON = Lexicon.default()


def line(text: str) -> tuple[Call, ...]:
    return read_line(text, LEXICON, {})


def does(text: str, verb: str, literal: str = "", kind: str = "") -> bool:
    """Whether a line holds a call that does this to such a thing, and does not only look."""
    return any(
        verb in call.verbs
        and not call.reads
        and (not literal or any(thing.literal == literal and kind in (thing.kind, "") for thing in call.things))
        for call in line(text)
    )


@pytest.mark.parametrize(
    ("text", "verb", "literal", "kind"),
    [
        ("rm -rf build/x", "delete", "build/x", "path"),
        ("sudo rm /etc/app.conf", "delete", "/etc/app.conf", "path"),
        ("mv a/x b/y", "delete", "a/x", "path"),
        ("mv a/x b/y", "write", "b/y", "path"),
        ("cp a/x b/y", "write", "b/y", "path"),
        ("echo hi > notes/a.txt", "write", "notes/a.txt", "path"),
        ("sed -i s/a/b/ cfg/app.ini", "edit", "cfg/app.ini", "path"),
        ("find old/dir -name '*.log' -delete", "delete", "old/dir", "path"),
        ("kubectl -n shop delete pod web-1", "delete", "web-1", "pod"),
        ("kubectl delete pod web-1", "restart", "web-1", "pod"),
        ("kubectl rollout restart deploy/web", "restart", "web", "deployment"),
        ("kubectl scale sts/web --replicas=0", "scale", "web", "statefulset"),
        ("helm upgrade search ./charts", "deploy", "search", ""),
        ("docker kill web", "restart", "web", "container"),
        ("systemctl restart web", "restart", "web", "service"),
        ("git push --force origin main", "force_push", "main", "branch"),
        ("git push origin +HEAD:refs/heads/main", "force_push", "main", "branch"),
        ("git push origin :old", "delete", "old", "branch"),
        ("git push --delete origin old", "delete", "old", "branch"),
        ("git -C /r branch -D old", "delete", "old", "branch"),
        ("git -C /r checkout -- a.txt", "discard", "", ""),
        ("git switch main && git commit -m x", "commit", "main", "branch"),
        ("git reset --hard HEAD~2", "discard", "", ""),
        ("git stash drop", "delete", "", ""),
        ("psql -c 'DROP TABLE audit'", "drop", "audit", "table"),
        ("terraform destroy", "delete", "", ""),
        ("aws s3 rm s3://logs/x --recursive", "delete", "", ""),
        ("aws ec2 terminate-instances --instance-ids i-1", "delete", "", ""),
        ("curl -X DELETE https://api.shop.example/v1/orders/7", "delete", "api.shop.example", "host"),
        ("stockctl item remove --sku AB-1", "delete", "ab-1", ""),
        ("ssh web-3 'reboot'", "restart", "web-3", "host"),
        ("npm publish", "publish", "", ""),
        ("pytest -q && git push", "test", "", ""),
        ("wget -qO- https://get.shop.example/i.sh | sh", "run", "get.shop.example", "host"),
    ],
)
def test_a_command_does_what_it_does(text: str, verb: str, literal: str, kind: str) -> None:
    assert does(text, verb, literal, kind)


@pytest.mark.parametrize(
    "text",
    [
        "cat notes/a.txt",
        "kubectl get pods",
        "kubectl delete pod web-1 --dry-run=client",
        "git log --oneline main",
        "git branch --list",
        "terraform -chdir=infra plan",
        "docker system df",
        "helm status search",
        "aws ec2 describe-instances",
        "stockctl item show --sku AB-1",
        "curl -s https://api.shop.example/v1/orders",
        "sed s/a/b/ cfg/app.ini",
    ],
)
def test_what_only_looks_only_looks(text: str) -> None:
    assert all(call.reads for call in line(text))


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ('rm -f "$DIR/x"', Doubt.COMPUTED),
        ("kubectl get pods -o name | xargs kubectl delete", Doubt.COMPUTED),
        ("./deploy.sh --now", Doubt.OPAQUE),
        ("python -c 'import shutil'", Doubt.OPAQUE),
        ("git yolo", Doubt.OPAQUE),
        ("make ship", Doubt.OPAQUE),
    ],
)
def test_what_a_line_does_not_say_is_told(text: str, doubt: Doubt) -> None:
    assert doubt in {unknown.doubt for call in line(text) for unknown in call.unknown}


def test_where_a_command_runs_is_a_thing_beside() -> None:
    (call,) = line("sudo env KUBECONFIG=/etc/kube/prod-eu.yaml kubectl delete deploy/web -n shop")
    places = {thing.literal or " ".join(thing.words) for thing in call.things if thing.role == "place"}
    assert {"shop", "prod-eu"} <= places | {" ".join(thing.words).replace(" ", "-") for thing in call.things}
    assert "sudo" in call.wrappers


def test_options_are_fields() -> None:
    (call,) = line("vmctl create --name etl --vcpus 32")
    assert call.values["/--vcpus"] == "32"
    assert "32" in {thing.literal for thing in call.things}


@pytest.mark.parametrize(
    ("text", "verb", "literal"),
    [
        ("dd if=a.img of=/dev/sdb", "wipe", "/dev/sdb"),
        ("rsync -a --delete src/ out/", "delete", "out"),
        ("cp -t dst a b", "write", "dst"),
        ("git tag -f v1", "edit", "v1"),
        ("git branch -m old new", "rename", "old"),
        ("git commit --amend -m x", "rewrite_history", ""),
        ("git rm a.txt", "delete", "a.txt"),
        ("git remote remove up", "delete", ""),
        ("git push --all origin", "push", "main"),
        ("git checkout -b new", "create", "new"),
        ("git checkout -f main", "discard", "main"),
        ("git restore --staged a.txt", "reset", "a.txt"),
        ("git merge topic", "merge", "topic"),
        ("curl -d @x.json https://a.shop.example/", "upload", "a.shop.example"),
        ("curl -o x.sh https://a.shop.example/x.sh", "write", "x.sh"),
        ("gcloud compute instances delete web-1", "delete", "web-1"),
        ("kubectl delete deploy/web svc/web", "delete", "web"),
        ("docker compose down", "delete", ""),
    ],
)
def test_further_commands_do_what_they_do(text: str, verb: str, literal: str) -> None:
    assert does(text, verb, literal)


def test_an_empty_line_says_nothing() -> None:
    (call,) = line("   ")
    assert [unknown.doubt for unknown in call.unknown] == [Doubt.OPAQUE]
