"""RLlib: an iteration of PPO, alone and with an agent for every seat."""

from __future__ import annotations

import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.tune.registry import register_env
from trying import run, tried

from ninetyeight.envs import SEAT_ID, TEAM_ID
from ninetyeight.envs.table import TableEnv

PLAIN = {"flat": True, "scaled": True, "reward": "cards"}


def trained(config: PPOConfig) -> str:
    """One iteration; how many games were played to their end."""
    config.env_runners(num_envs_per_env_runner=2)
    config.training(train_batch_size_per_learner=400, minibatch_size=100, num_epochs=1)
    algorithm = config.build_algo()
    result = algorithm.train()
    algorithm.stop()
    games = result["env_runners"]["num_episodes"]
    assert games > 0
    return f"{games:.0f} games"


@tried("`PPOConfig.environment` by id, here")
def by_id() -> str:
    config = PPOConfig().environment(TEAM_ID, env_config=PLAIN)
    return trained(config.env_runners(num_env_runners=0))


@tried("`Seat-v0` by module and id, in a process of its own")
def in_a_process() -> str:
    config = PPOConfig().environment(f"ninetyeight.envs:{SEAT_ID}", env_config=PLAIN)
    return trained(config.env_runners(num_env_runners=1))


@tried("`PettingZooEnv` around `Table-v0`, one policy for all seats")
def agents() -> str:
    register_env("table", lambda given: PettingZooEnv(TableEnv(illegal="lose", **given)))
    config = PPOConfig().environment("table", env_config=PLAIN)
    config.multi_agent(policies={"team"}, policy_mapping_fn=lambda *_, **__: "team")
    config.env_runners(num_env_runners=0)
    return trained(config)


if __name__ == "__main__":
    ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
    run()
    ray.shutdown()
