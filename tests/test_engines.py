from smoothbandits.engines import direct, entries_of


def test_direct_calls_give_what_dispatched_calls_give():
    compiled = entries_of("compiled").decision_key
    key = direct(compiled, 0, 0)
    assert key is not compiled
    assert [key(7, n) for n in range(20)] == [compiled(7, n) for n in range(20)]


def test_interpreted_functions_need_no_shortcut():
    function = entries_of("python").decision_key
    assert direct(function, 0, 0) is function
