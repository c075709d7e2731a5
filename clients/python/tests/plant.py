"""Plants single faults in modules of the client, one at a time, and lists those that no test notices:
plant.py MODULE TEST..., as in plant.py bot test_driver test_command. In a copy: see .ci/mutants."""

import ast
import copy
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent
PATIENCE = 60
OTHER = {
    **{ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq},
    **{ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And},
    **{ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.Mod: ast.Mult, ast.Pow: ast.Mult},
}
STATEMENTS = (ast.Expr, ast.Assign, ast.AugAssign, ast.Delete, ast.Raise, ast.Break, ast.Continue)
# Types and decorators, which no test of what happens can notice.
UNPLANTED = ("annotation", "returns", "decorator_list")


def faults(node):
    """What may stand in place of a part of the program."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in OTHER:
            yield changed(node, ops=[OTHER[type(op)]()])
        case ast.BoolOp(op=op, values=[first, *_, last]):
            yield from (changed(node, op=OTHER[type(op)]()), first, last)
        case ast.BinOp(op=op, left=left, right=right):
            yield from [changed(node, op=OTHER[type(op)]())] if type(op) in OTHER else [left, right]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.Constant(value=bool() | None as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() | float() as value):
            yield ast.Constant(value + 1)
        case ast.Constant(value=str() as value):
            yield ast.Constant(f"X{value}")
        case ast.If() | ast.IfExp():
            yield from (changed(node, test=ast.Constant(value)) for value in (True, False))
        case ast.Return(value=ast.expr()):
            yield ast.Return(None)
        case ast.ExceptHandler(type=ast.expr()):
            yield changed(node, type=ast.Tuple([], ast.Load()))
        case ast.Dict(keys=[_, *_]):
            yield ast.Dict([], [])
        case ast.List(elts=[_, *rest]):
            yield changed(node, elts=rest)
    if isinstance(node, STATEMENTS):
        yield ast.Pass()


def changed(node, **fields):
    node = copy.copy(node)
    for name, value in fields.items():
        setattr(node, name, value)
    return node


def planted(node):
    """Every fault, as the part that it is in, and what stands there while it is planted in the tree."""
    for name, value in ast.iter_fields(node):
        if name in UNPLANTED:
            continue
        holder, keys = (value, range(len(value))) if isinstance(value, list) else (vars(node), [name])
        for key in keys:
            part = holder[key]
            if not isinstance(part, ast.AST) or is_documentation(part):
                continue
            for fault in faults(part):
                holder[key] = fault
                yield part, fault
                holder[key] = part
            yield from planted(part)


def is_documentation(part):
    return isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)


def is_noticed(tests):
    command = [sys.executable, "-W", "ignore", "-m", "unittest", "--failfast", *tests]
    try:
        return subprocess.run(command, cwd=TESTS, capture_output=True, timeout=PATIENCE).returncode != 0
    except subprocess.TimeoutExpired:
        return True


def main(module, *tests):
    file = TESTS.parent / "nim_client" / f"{module}.py"
    source = file.read_text()
    if is_noticed(tests):
        sys.exit("the tests fail without any fault")
    tree = ast.parse(source)
    whole, seen, missed = ast.unparse(tree), 0, 0
    try:
        for part, fault in planted(tree):
            text = ast.unparse(ast.fix_missing_locations(tree))
            if text == whole:
                continue
            file.write_text(text)
            seen += 1
            if not is_noticed(tests):
                missed += 1
                print(f"{file.name}:{part.lineno}: {first_line(part)}  ->  {first_line(fault)}", flush=True)
    finally:
        file.write_text(source)
    print(f"{seen - missed} of {seen} faults in {file.name} are noticed")


def first_line(part):
    return ast.unparse(part).partition("\n")[0]


if __name__ == "__main__":
    main(*sys.argv[1:])
