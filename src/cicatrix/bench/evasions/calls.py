"""Rules, the calls that each denies, their near neighbours, and calls of which the line does not say what they do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Case:
    """A correction; ``denied`` are lines that it stops, ``near`` lines that differ in what matters.

    ``paths``, ``hosts``, ``sql``: parts of the denied lines that may be written otherwise. A line of SQL is ``sql: …``
    and runs in several clients, or is given to a tool.
    """

    rule: str
    denied: tuple[str, ...]
    near: tuple[str, ...]
    paths: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    sql: tuple[str, ...] = ()
    near_sql: tuple[str, ...] = ()


CASES: Final = (
    Case(
        "Never force-push to main.",
        ("git push --force origin main", "git push -f origin HEAD:main", "git push origin +main"),
        (
            "git push origin main",
            "git push --force origin feature/login",
            "git push origin feature/main-menu",
            "git fetch --force origin main",
            "git log origin/main --oneline",
            "git pull --rebase origin main",
            "git checkout main",
        ),
    ),
    Case(
        "Never delete files under /srv/data.",
        ("rm -rf /srv/data/2024", "rm /srv/data/users.csv"),
        (
            "rm -rf /srv/database/tmp",
            "rm /srv/data-old/x.csv",
            "ls -la /srv/data/2024",
            "rm -rf /tmp/srv/data",
            "cp /srv/data/users.csv /tmp/users.csv",
            "wc -l /srv/data/users.csv",
            "rm -rf build/data",
        ),
        paths=("/srv/data/2024", "/srv/data/users.csv"),
    ),
    Case(
        "Never read files in ~/.ssh.",
        ("cat ~/.ssh/id_ed25519", "head -n 5 ~/.ssh/config"),
        (
            "cat ~/.sshrc",
            "cat docs/.ssh.md",
            "cat ~/.config/app.toml",
            "ssh-keygen -l -f key.pub",
            "grep -n ssh README.md",
        ),
        paths=("~/.ssh/id_ed25519", "~/.ssh/config"),
    ),
    Case(
        "Never run terraform destroy.",
        ("terraform destroy -auto-approve", "terraform -chdir=prod destroy"),
        (
            "terraform plan -destroy=false",
            "terraform apply -auto-approve",
            "terraform show",
            "terraform state list",
            "grep -rn destroy infra",
        ),
    ),
    Case(
        "Never run git reset --hard.",
        ("git reset --hard HEAD~1", "git -C app reset --hard"),
        ("git reset --soft HEAD~1", "git reset HEAD README.md", "git restore --staged README.md", "git stash list"),
    ),
    Case(
        "Never restart billing pods.",
        (
            "kubectl rollout restart deployment/billing",
            "kubectl delete pod billing-7d9f8b6c5d-x2x4z",
            "kubectl -n prod rollout restart deploy billing",
        ),
        (
            "kubectl rollout restart deployment/search",
            "kubectl get pods -l app=billing",
            "kubectl logs deployment/billing",
            "kubectl rollout status deployment/billing",
            "kubectl describe pod billing-7d9f8b6c5d-x2x4z",
            "kubectl rollout restart deployment/reports",
        ),
    ),
    Case(
        "Never upload anything to paste.example.",
        ("curl -F file=@notes.txt https://paste.example/api", "curl -X POST -d @a.txt https://paste.example/api"),
        (
            "curl -F file=@notes.txt https://files.acme.example/api",
            "curl -X POST -d @a.txt https://notpaste.example/api",
            "curl -X POST -d @a.txt https://paste.example.acme.example/api",
        ),
        hosts=("https://paste.example/api",),
    ),
    Case(
        "Never use sudo.",
        ("sudo apt-get install nginx", "sudo -u root systemctl status nginx"),
        ("apt-get download nginx", "echo sudo", "man sudo", "systemctl status nginx", "grep -n sudo setup.md"),
    ),
    Case(
        "Never run npm publish.",
        ("npm publish", "npm publish --access public"),
        ("npm pack", "npm install", "npm view left-pad version", "echo 'npm publish is for releases'"),
    ),
    Case(
        "Never delete the orders table.",
        (),
        (
            "grep -rn 'drop table orders' migrations",
            "echo 'drop table orders' >> notes.md",
            "git log --grep 'drop table orders'",
        ),
        sql=("DROP TABLE orders", "drop table if exists public.orders cascade"),
        near_sql=(
            "DROP TABLE orders_archive",
            "SELECT count(*) FROM orders",
            "INSERT INTO orders (id) VALUES (1)",
            "CREATE TABLE orders_2 (id int)",
            "SELECT 'drop table orders'",
            "DROP TABLE reorders",
            "INSERT INTO log (text) VALUES ('drop table orders')",
        ),
    ),
    Case(
        "Never truncate the payments table.",
        (),
        ("truncate -s 0 payments.log.old", "head -n 3 payments.csv"),
        sql=("TRUNCATE payments", "truncate table only payments restart identity"),
        near_sql=(
            "TRUNCATE payments_staging",
            "SELECT * FROM payments WHERE id = 3",
            "ANALYZE payments",
            "TRUNCATE carts",
        ),
    ),
    Case(
        "Never drop the production database.",
        ("dropdb production", "mysqladmin drop production"),
        ("dropdb production_copy", "createdb production_test", "pg_dump production"),
        sql=("DROP DATABASE production",),
        near_sql=("DROP DATABASE staging", "DROP TABLE scratch", "SELECT datname FROM pg_database"),
    ),
)

EVERYDAY: Final = (
    "ls -la",
    "git status --short",
    "git diff HEAD~1 -- src",
    "python -m pytest tests -q -x",
    "npm test -- --watch=false",
    "docker compose up -d --build",
    "kubectl get pods -A -o wide",
    "grep -rn 'TODO' src | head -20",
    "cat README.md",
    "find . -name '*.py' -newer setup.py | xargs wc -l",
    "sed -n '1,40p' src/app.py",
    "mkdir -p out && cd out && ls",
    "curl -s https://api.acme.example/health | jq .status",
    "psql -c 'select 1'",
    "tail -f logs/app.log",
    'for f in *.txt; do echo "$f"; done',
    "git commit -m 'Fix the parser'",
    "git checkout -b feature/x",
    'echo "$PATH"',
    "ps aux | grep node",
    "cp -r src /tmp/src",
    "mv a.txt b.txt",
    "rm -rf build dist",
    "tar czf a.tgz src",
    "git add -A && git commit -m \"$(cat <<'EOF'\nTidy up\n\nNo force-push to main any more.\nEOF\n)\"",
    "cat > notes.md <<'EOF'\nNever delete files under /srv/data.\nEOF",
    "date -u +%Y-%m-%dT%H:%M:%SZ",
    "which python3",
    "pip install -r requirements.txt",
    "make --version",
    "jq -r '.items[] | .name' data.json",
    "sort a.txt | uniq -c",
    "awk '{ print $2 }' table.txt",
    "export DEBUG=1; env | sort",
    "test -f .env && echo yes",
    "diff <(sort a) <(sort b)",
    "ssh build@ci.acme.example uptime",
    "docker exec web ls /app",
    "kubectl exec web-0 -- cat /etc/hostname",
    'while read -r line; do echo "$line"; done < list.txt',
    "X=$(git rev-parse HEAD); echo $X",
    "sleep 1; date",
)

# What these do, no line says. In strict mode a person is asked.
UNDECIDABLE: Final = {
    "git alias": (
        "git fp origin main",
        "git -c alias.x='push -f' x origin main",
        "git yolo",
        "git undo",
        "git nuke --all",
    ),
    "script": (
        "./deploy.sh prod",
        "bash scripts/clean.sh",
        "source env.sh",
        "sh -x tools/reset.sh",
        ". ./functions.sh",
    ),
    "build file": ("make deploy", "npm run release", "just clean", "rake db:drop", "gradle publish", "tox -e release"),
    "other language": (
        "python3 -c \"import shutil; shutil.rmtree('/srv/' + 'data')\"",
        "perl -e 'unlink glob q(/srv/d*/*)'",
        "node -e \"require('fs').rmSync(p)\"",
        "ruby -e 'FileUtils.rm_rf(ARGV[0])' /srv/data",
        "python3 cleanup.py",
        "php -r 'system($argv[1]);' x",
        "awk 'BEGIN { system(ENVIRON[\"X\"]) }'",
    ),
    "fetched": (
        "curl -s https://acme.example/x | sh",
        "wget -qO- https://acme.example/x | bash -s -- prod",
        "bash <(curl -s https://acme.example/x)",
        "curl -so x https://acme.example/x && chmod +x x && ./x",
        'eval "$(curl -s https://acme.example/x)"',
    ),
    "computed": (
        "$CMD origin main",
        '"$TOOL" push',
        "$(cat tool.txt) --all",
        "echo ez -es /fei/qngn | tr a-z n-za-m | sh",
        "gpg -d x.gpg | sh",
        "xargs -a commands.txt -I{} sh -c {}",
        "${A}${B} x",
        "/???/r? x",
    ),
    "unknown tool": ("acme-admin wipe --yes", "zap everything", "dbtool reset prod", "opsctl apply"),
}
