"""Looking at a bandit without changing it: pictures, explanations, replays."""
